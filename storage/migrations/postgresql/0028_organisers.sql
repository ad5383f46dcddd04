-- A role whose members are organisers.
ALTER TABLE servers ADD COLUMN organiser_role BIGINT;
