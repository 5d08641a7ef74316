/**
 * For every connection that stays open: after ten seconds without a word the other machine is asked, each second, and is
 * gone when it does not respond ten times. Without it the system waits for hours, and the connection is deaf.
 */
export const NOTICE_LOSS = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
