/**
 * Tracks the people in a room across all nodes. Each node sends the others its own list when the list changes, and a
 * node's newest list replaces the one before. Changes are collected for a moment, so that 2,000 people who arrive at
 * once cost a few messages and not four million. A newcomer gets the list at once. The others get it when it changed,
 * in a large room once a second at most, and more rarely in one of
 * thousands. A list expires unless its node renews it, because a killed node cannot say
 * goodbye. Renewing also replaces a list that the bus lost.
 */
import type { FromServer } from '../../domain/socket/messages.ts'

const GATHER_MS = 100
/** A room with more sockets than this gets fewer updates. */
const LARGE = 100
const REST_MS = 1000
/** The most lists a second that a room gets on this node. A list of 500 names has 5 kB. */
const MOST_LISTS = 2000
const RENEW_MS = 20_000
/** A list survives the loss of two renewals. */
const LEASE_MS = 3 * RENEW_MS
/** How long other nodes have to send their lists when asked. */
const ANSWER_MS = 5000
/** A list has at most this many names; the count is always complete. */
const MOST_NAMES = 500

interface Local {
  localUsers: (room: number) => string[]
  /** How many sockets of this node are in the room. */
  size: (room: number) => number
  /** Sends a message to those who came since the last one, or to everyone. */
  send: (room: number, message: FromServer, to: 'newcomers' | 'everyone') => void
  /** Calls `heard` on every node, including this one. */
  tellNodes: (text: string) => void
}

interface Told {
  node: string
  room: number
  users: string[]
  /** Whether the node asks the others for their lists, because its room was empty. */
  asks: boolean
}

interface Lease {
  users: string[]
  ends: NodeJS.Timeout
}

/** Creates the presence of a node. @param nodeId differs between nodes */
export function createPresence(nodeId: string, local: Local) {
  /** The people on other nodes, by room, then by node. */
  const others = new Map<number, Map<string, Lease>>()
  /** The timer of each room's next announcement: soon after a change, otherwise for the renewal. */
  const announcing = new Map<number, { isChange: boolean; timer: NodeJS.Timeout }>()
  /** The list that the other nodes were sent, by room. */
  const known = new Map<number, string>()
  /** The list that everyone in the room was sent, by room. */
  const shown = new Map<number, string>()
  /** Large rooms that were sent a list a moment ago. */
  const resting = new Map<number, { timer: NodeJS.Timeout; hasNews: boolean }>()

  let closed = false

  const tell = (told: Told): void => local.tellNodes(JSON.stringify(told))
  const announce = (room: number, asks: boolean): void => {
    tell({ node: nodeId, room, users: local.localUsers(room), asks })
  }

  const namesIn = (room: number): string[] => {
    const users = new Set(local.localUsers(room))
    for (const list of others.get(room)?.values() ?? []) for (const name of list.users) users.add(name)
    return [...users].sort()
  }

  const show = (room: number): void => {
    const names = namesIn(room)
    const message = { type: 'join', room, users: names.slice(0, MOST_NAMES), online: names.length } as const
    const list = names.join()
    const rest = resting.get(room)
    const isNews = list !== shown.get(room)
    if (rest && isNews) rest.hasNews = true
    if (rest || !isNews) {
      local.send(room, message, 'newcomers')
      return
    }
    shown.set(room, list)
    local.send(room, message, 'everyone')
    if (!closed && local.size(room) > LARGE) {
      const rest = Math.max(REST_MS, (local.size(room) * 1000) / MOST_LISTS)
      resting.set(room, { timer: setTimeout(() => wake(room), rest), hasNews: false })
    }
  }

  const wake = (room: number): void => {
    const rest = resting.get(room)
    resting.delete(room)
    if (rest?.hasNews) show(room)
  }

  const forget = (room: number, node: string): void => {
    const nodes = others.get(room)
    clearTimeout(nodes?.get(node)?.ends)
    nodes?.delete(node)
    if (nodes?.size === 0) others.delete(room)
  }

  const hold = (room: number, node: string, users: string[], lease = LEASE_MS): void => {
    forget(room, node)
    if (users.length === 0) return
    const ends = setTimeout(() => {
      forget(room, node)
      show(room)
    }, lease)
    others.set(room, (others.get(room) ?? new Map()).set(node, { users, ends }))
  }

  const changed = (room: number): void => {
    const next = announcing.get(room)
    if (closed || next?.isChange) return
    clearTimeout(next?.timer)
    announcing.set(room, {
      isChange: true,
      timer: setTimeout(() => {
        const users = local.localUsers(room).join()
        const asks = !known.has(room)
        if (known.get(room) !== users) announce(room, asks)
        known.set(room, users)
        show(room)
        renewLater(room)
      }, GATHER_MS)
    })
  }

  const renewLater = (room: number): void => {
    announcing.delete(room)
    if (local.localUsers(room).length === 0) {
      known.delete(room)
      if (local.size(room) === 0) shown.delete(room)
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

  /** Lists sent while the bus was away are lost, so this asks the other nodes for theirs, in all rooms. */
  const askAgain = (): void => {
    // Iterates over copies, because holding a list first removes it.
    for (const [room, nodes] of [...others]) {
      for (const [node, { users }] of [...nodes]) hold(room, node, users, ANSWER_MS)
    }
    for (const room of new Set([...others.keys(), ...known.keys()])) announce(room, true)
  }

  return {
    changed,
    heard,
    askAgain,
    users: namesIn,
    close() {
      closed = true
      for (const { timer } of [...announcing.values(), ...resting.values()]) clearTimeout(timer)
      for (const nodes of others.values()) for (const { ends } of nodes.values()) clearTimeout(ends)
      // The other nodes must stop showing the people of this one.
      for (const room of known.keys()) tell({ node: nodeId, room, users: [], asks: false })
    }
  }
}
