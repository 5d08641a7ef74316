/**
 * Who is in a room, over all nodes. Each node tells the others its own list when it changes; the newest list of a node
 * replaces the one before. Changes are gathered for a moment, so that 2,000 people who arrive at once cost a few
 * messages and not four million.
 */
import type { FromServer } from '../../domain/sessions/live.ts'
import type { Bus } from './bus.ts'

const GATHER_MS = 100
/** More names than this are not sent; the count always is. */
const MOST_NAMES = 500

interface Local {
  localUsers: (room: number) => string[]
  send: (room: number, message: FromServer) => void
}

interface Told {
  node: string
  room: number
  users: string[]
  /** A node whose room was empty asks the others for theirs. */
  asks: boolean
}

export function createPresence(bus: Bus, nodeId: string, local: Local) {
  /** room → node → users there */
  const others = new Map<number, Map<string, string[]>>()
  const gathering = new Map<number, NodeJS.Timeout>()
  const known = new Set<number>()

  const tell = (told: Told): void => bus.publish('presence', JSON.stringify(told))
  const announce = (room: number, asks: boolean): void => {
    tell({ node: nodeId, room, users: local.localUsers(room), asks })
  }

  const show = (room: number): void => {
    const users = new Set(local.localUsers(room))
    for (const list of others.get(room)?.values() ?? []) for (const name of list) users.add(name)
    const names = [...users].sort()
    local.send(room, { type: 'join', room, users: names.slice(0, MOST_NAMES), online: names.length })
  }

  let closed = false
  const changed = (room: number): void => {
    if (closed || gathering.has(room)) return
    gathering.set(
      room,
      setTimeout(() => {
        gathering.delete(room)
        const asks = !known.has(room)
        known.add(room)
        announce(room, asks)
        show(room)
        if (local.localUsers(room).length === 0) known.delete(room)
      }, GATHER_MS)
    )
  }

  const unsubscribe = bus.subscribe((channel, text) => {
    if (channel !== 'presence') return
    const told = JSON.parse(text) as Told
    if (told.node === nodeId) return
    const nodes = others.get(told.room) ?? new Map<string, string[]>()
    if (told.users.length > 0) nodes.set(told.node, told.users)
    else nodes.delete(told.node)
    if (nodes.size > 0) others.set(told.room, nodes)
    else others.delete(told.room)
    if (told.asks && local.localUsers(told.room).length > 0) announce(told.room, false)
    show(told.room)
  })

  return {
    changed,
    close() {
      closed = true
      unsubscribe()
      for (const timer of gathering.values()) clearTimeout(timer)
      // The other nodes must not go on showing who was here.
      for (const room of known) tell({ node: nodeId, room, users: [], asks: false })
    }
  }
}
