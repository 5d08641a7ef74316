/**
 * Our own close codes of the socket, in addition to those of the protocol. The page reconnects after each (CHAT-14).
 */

/** The login ended. The page reconnects with its current login, or as a visitor. */
export const LOGIN_IS_OVER = 4001
/** This node is stopping. The page reconnects at once, to another node. */
export const MOVE_ON = 4002
