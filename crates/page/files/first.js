// The puzzle that a newcomer finds: a thermometer, an arrow, a cage; hidden singles are enough.

export const FIRST = `3 3
title Three of a kind
thermometer r7c9 r7c8 r8c8 r8c7 r7c7 r6c7
arrow r5c5 : r4c4 r3c3
killer 12 r8c4 r8c5 r9c5
. 1 . 6 . 5 . . .
. 4 . . . . 5 7 9
. . . . 3 . . 1 .
9 . . . . 8 6 . .
4 . . 5 . 9 . . 7
. . 6 2 . . . . 4
. 2 . . 5 . . . .
5 8 9 . . . . . .
. . . 7 . 2 . 9 .`;
