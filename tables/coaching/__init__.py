"""Help for players: hints, the analysis of a finished game, and lessons.

A lesson is an ordinary table (`row.lesson`) that belongs to no server, appears in no list and has no result. Its script
(`rules/<game>/lesson.txt`) is the record of a whole game: it suggests the learner's moves, and the computers make their
scripted moves within the learner's own click. Once a seat has left the script, or if the rules do not allow the
scripted move, suggestions come from `advice` and computers think. An idea is explained with the first decision in which
it comes up, wherever that is in the game. The table's row stores which idea was explained with which move, so that it
is explained again after the move is taken back. `tables.thinking.lesson_guide` computes all that. At least one decision
in three has no suggestion (`Lesson.is_own_decision`); `lesson_feedback` then compares the learner's move with the best
move of the strongest computer player.

An analysis is computed piece by piece in a process that ends with it, one game at a time. It is stored with the
version of the rules, the trained evaluation and the method. With another evaluation or method it is made again.
"""
