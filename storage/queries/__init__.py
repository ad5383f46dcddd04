"""All SQL, one module per subject, the same text for both engines."""
