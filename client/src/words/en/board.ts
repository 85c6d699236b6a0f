/** The words of the table screen: announcements, the turn bar, what happened. */
export const board = {} as const;
