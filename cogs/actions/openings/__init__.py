"""Actions about recurring openings: tables that open by themselves every week."""
