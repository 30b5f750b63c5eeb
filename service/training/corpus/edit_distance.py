"""How far two sequences are apart."""


def distance(one, other):
    """Returns the fewest insertions, deletions and substitutions that lead from one sequence to the other."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]
