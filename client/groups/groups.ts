/** What people do with groups. The response changes what is on screen at once. */
import type { Hut } from '../../domain/browse/api.ts'
import * as api from '../../domain/groups/api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { reloadPages } from '../lib/page.ts'
import { queryClient } from '../lib/query-client.ts'
import { messageOf } from '../ui/form-errors.tsx'
import { toast } from '../ui/toast.tsx'

/** Says what is wanted, so that a second press or another tab does not leave again (D-110). */
export function joinGroup(slug: string): void {
  requireSignIn('to join a hut', () => {
    void call(api.joinGroup, { params: { hut: slug }, body: { is_joined: 1 } }).then(membership => {
      changeMembership(slug, membership)
      toast.success('You have successfully joined this hut.', { id: `joined-${slug}` })
      return reloadPages()
    }, showRefusal)
  })
}

export function leaveGroup(slug: string): void {
  void call(api.leaveGroup, { params: { hut: slug } }).then(membership => {
    changeMembership(slug, membership)
    toast.hide(`joined-${slug}`)
    toast.success('You have successfully left the hut.', { id: `left-${slug}` })
    return reloadPages()
  }, showRefusal)
}

/** Throws when refused. */
export async function attachActivity(slug: string, activity: string): Promise<void> {
  await call(api.attachChallenge, { params: { hut: slug, challenge: activity } })
  await reloadPages()
}

/** Returns whether it was done; shows the message of a refusal. */
export async function detachActivity(slug: string, activity: string): Promise<boolean> {
  try {
    await call(api.detachChallenge, { params: { hut: slug, challenge: activity } })
  } catch (error) {
    showRefusal(error)
    return false
  }
  await reloadPages()
  return true
}

type Shown = { hut?: Hut | null; group?: Hut; groups?: Hut[]; huts?: Hut[] } | null | undefined

/** On every page that shows this group, also those that one may go back to. */
function changeMembership(slug: string, membership: api.Membership): void {
  const change = <G extends Hut>(group: G): G => (group.slug === slug ? { ...group, ...membership } : group)
  queryClient.setQueriesData<Shown>({ queryKey: ['page'] }, data => {
    if (!data) return data
    return {
      ...data,
      ...(data.hut ? { hut: change(data.hut) } : {}),
      ...(data.group ? { group: change(data.group) } : {}),
      ...(data.groups ? { groups: data.groups.map(change) } : {})
    }
  })
}

function showRefusal(error: unknown): void {
  toast.error(messageOf(error))
}
