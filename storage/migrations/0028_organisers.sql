-- A role whose members are organisers.
ALTER TABLE servers ADD COLUMN organiser_role INTEGER; -- Discord's id of the role; NULL: nobody is an organiser
