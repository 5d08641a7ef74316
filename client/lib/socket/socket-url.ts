import { config } from '../embedded.ts'

/** The socket's address. A relative address uses the page's host, with `wss` under https (CHAT-13). */
export function socketUrl(): string {
  const url = new URL(config.socket_url, window.location.href)
  url.protocol = url.protocol.replace(/^http/, 'ws')
  return url.href
}
