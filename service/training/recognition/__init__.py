"""Speech recognition: data from the teacher voice, network, training, export and measuring."""
