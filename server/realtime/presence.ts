/**
 * Who is in a room, across all nodes. Each node sends the others its own list when the list changes, and the newest
 * list of a node replaces the one before. Changes are collected for a moment, so that 2,000 people who arrive at once
 * cost a few messages and not four million. A list expires unless its node renews it: a killed node cannot say goodbye,
 * and a list that the bus lost is sent again.
 */
import type { FromServer } from '../../domain/sessions/live.ts'

const GATHER_MS = 100
const RENEW_MS = 20_000
/** A list survives the loss of two renewals. */
const LEASE_MS = 3 * RENEW_MS
/** More names than this are not sent; the count always is. */
const MOST_NAMES = 500

interface Local {
  localUsers: (room: number) => string[]
  send: (room: number, message: FromServer) => void
  /** Calls `heard` on every node, including this one. */
  tellNodes: (text: string) => void
}

interface Told {
  node: string
  room: number
  users: string[]
  /** A node with a room that was empty asks the others for their lists. */
  asks: boolean
}

interface Lease {
  users: string[]
  ends: NodeJS.Timeout
}

export function createPresence(nodeId: string, local: Local) {
  /** By room, then by node: the users there. */
  const others = new Map<number, Map<string, Lease>>()
  /** The timer of each room's next announcement: soon after a change, else for the renewal. */
  const announcing = new Map<number, { isChange: boolean; timer: NodeJS.Timeout }>()
  const known = new Set<number>()

  const tell = (told: Told): void => local.tellNodes(JSON.stringify(told))
  const announce = (room: number, asks: boolean): void => {
    tell({ node: nodeId, room, users: local.localUsers(room), asks })
  }

  const show = (room: number): void => {
    const users = new Set(local.localUsers(room))
    for (const list of others.get(room)?.values() ?? []) for (const name of list.users) users.add(name)
    const names = [...users].sort()
    local.send(room, { type: 'join', room, users: names.slice(0, MOST_NAMES), online: names.length })
  }

  const forget = (room: number, node: string): void => {
    const nodes = others.get(room)
    clearTimeout(nodes?.get(node)?.ends)
    nodes?.delete(node)
    if (nodes?.size === 0) others.delete(room)
  }

  const hold = (room: number, node: string, users: string[]): void => {
    forget(room, node)
    if (users.length === 0) return
    const ends = setTimeout(() => {
      forget(room, node)
      show(room)
    }, LEASE_MS)
    others.set(room, (others.get(room) ?? new Map()).set(node, { users, ends }))
  }

  let closed = false
  const changed = (room: number): void => {
    const next = announcing.get(room)
    if (closed || next?.isChange) return
    clearTimeout(next?.timer)
    announcing.set(room, {
      isChange: true,
      timer: setTimeout(() => {
        const asks = !known.has(room)
        known.add(room)
        announce(room, asks)
        show(room)
        renewLater(room)
      }, GATHER_MS)
    })
  }

  const renewLater = (room: number): void => {
    announcing.delete(room)
    if (local.localUsers(room).length === 0) {
      known.delete(room)
      return
    }
    announcing.set(room, {
      isChange: false,
      timer: setTimeout(() => {
        announce(room, false)
        renewLater(room)
      }, RENEW_MS)
    })
  }

  const heard = (text: string): void => {
    const { node, room, users, asks } = JSON.parse(text) as Told
    if (node === nodeId) return
    const before = others.get(room)?.get(node)?.users ?? []
    hold(room, node, users)
    if (asks && local.localUsers(room).length > 0) announce(room, false)
    // A renewal does not change the list.
    if (before.join() !== users.join()) show(room)
  }

  return {
    changed,
    heard,
    close() {
      closed = true
      for (const { timer } of announcing.values()) clearTimeout(timer)
      for (const nodes of others.values()) for (const { ends } of nodes.values()) clearTimeout(ends)
      // The other nodes must stop showing the people of this one.
      for (const room of known) tell({ node: nodeId, room, users: [], asks: false })
    }
  }
}
