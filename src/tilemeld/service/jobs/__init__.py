"""Jobs: bots' turns, hints, questions and reviews, asked for by any server and done once by any worker."""
