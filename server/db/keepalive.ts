/**
 * For every long-lived connection: after ten silent seconds the system probes the other machine each second, and closes
 * the connection after ten probes without a response. By default that would take hours, and the connection would
 * receive nothing meanwhile.
 */
export const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
