/** Why the server closes a socket, beside the codes of the protocol. The page connects again after each (CHAT-14). */

/** The login ended: the page connects as who it is by then. */
export const LOGIN_IS_OVER = 4001
/** This node stops: another one takes the socket at once. */
export const MOVE_ON = 4002
