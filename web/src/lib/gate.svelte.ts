/** Whether the server is private and its password has not been given yet. */

export const gate = $state({ closed: false });
