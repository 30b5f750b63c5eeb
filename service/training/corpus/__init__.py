"""Turkish sentences that both trainings, recognition and synthesis, teach with."""
