"""Help for players: hints, the analysis of a finished game, and lessons.

A lesson is an ordinary table (`row.lesson`) that belongs to no server, appears in no list and has no result. Its script
(`rules/<game>/lesson.txt`) is the record of a whole game: it suggests the learner's moves, and the computers make their
scripted moves within the learner's own click. Both only while the seat has followed the script and the move is allowed;
otherwise suggestions come from `advice` and computers think. An idea belongs to a decision and not to a place in the
log: it is explained when it first comes up. The row remembers which idea went with which move, so that taking back
shows it again. `tables.thinking.lesson_guide` computes all that. At least one decision in three has no suggestion
(`Lesson.is_own_decision`); `lesson_feedback` then compares the learner's move with the alderman's best.

An analysis is computed piece by piece in a process that ends with it, one game at a time. It is stored with the
version of the rules, the trained evaluation and the method. With another evaluation or method it is made again.
"""
