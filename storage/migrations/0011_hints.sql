-- Whether the computer may be asked for a hint. NULL: where one person plays against computers.
ALTER TABLE tables ADD COLUMN hints INTEGER;
