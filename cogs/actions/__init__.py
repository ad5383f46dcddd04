"""What can be done at any table, in lists of tables, and with settings: one function for each verb."""
