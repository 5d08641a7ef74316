/** Actions on groups. The response updates the screen at once. */
import { createActivityPage, updateActivityPage } from '../../domain/activities/builder-page-api.ts'
import type { Hut } from '../../domain/browse/api.ts'
import * as api from '../../domain/groups/api.ts'
import * as attachmentApi from '../../domain/groups/attachment-api.ts'
import * as overTimeApi from '../../domain/groups/over-time-api.ts'
import { requireSignIn } from '../accounts/sign-in.ts'
import { call } from '../lib/api.ts'
import { changePages, reloadAllPages } from '../lib/page-cache.ts'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { toast } from '../ui/toasts/toast.tsx'

interface Named {
  slug: string
  title: string
}

/** Sends the wanted state, so that a second press, or a press in another tab, does not leave the group (D-110). */
export async function joinGroup(slug: string): Promise<void> {
  await requireSignIn('to join a hut', () =>
    call(api.joinGroup, { params: { hut: slug }, body: { is_joined: 1 } }).then(membership => {
      changeMembership(slug, membership)
      toast.success('You have successfully joined this hut.', { id: `joined-${slug}` })
      return reloadAllPages()
    }, showRefusal)
  )
}

export function leaveGroup(slug: string): Promise<void> {
  return call(api.leaveGroup, { params: { hut: slug } }).then(membership => {
    changeMembership(slug, membership)
    toast.hide(`joined-${slug}`)
    toast.success('You have successfully left the hut.', { id: `left-${slug}` })
    return reloadAllPages()
  }, showRefusal)
}

/** Moves the activity to the group, or proposes it to its host (D-134), and shows a message. Throws when refused. */
export async function attachActivity(slug: string, { slug: challenge, title }: Named): Promise<void> {
  const { is_proposed } = await call(attachmentApi.attachChallenge, { params: { hut: slug, challenge } })
  const text = is_proposed
    ? `Proposed. “${title}” moves here once its host accepts.`
    : `“${title}” is in this group now.`
  toast.help(text, { id: `proposal-${challenge}` })
  await reloadAllPages()
}

/** Accepts or declines a proposal; a decline can be reversed. Returns whether it succeeded, and shows refusals. */
export async function settleProposal(group: Named, challenge: string, isAccepted: boolean): Promise<boolean> {
  const contract = isAccepted ? attachmentApi.acceptProposal : attachmentApi.declineProposal
  try {
    await call(contract, { params: { hut: group.slug, challenge } })
  } catch (error) {
    showRefusal(error)
    return false
  }
  toast.hide(`declined-${group.slug}`)
  if (isAccepted) toast.help(`The activity is in “${group.title}” now.`)
  else {
    const accept = { label: 'Accept after all', run: () => void settleProposal(group, challenge, true) }
    toast.info('Declined. The activity stays where it is.', { id: `declined-${group.slug}`, action: accept })
  }
  await reloadAllPages()
  return true
}

export async function takeBackProposal(slug: string, { slug: challenge, title }: Named): Promise<void> {
  const isDone = await detachActivity(slug, challenge)
  if (isDone) toast.help(`“${title}” is no longer proposed.`, { id: `proposal-${challenge}` })
}

/** Also withdraws a proposal. Returns whether it succeeded, and shows refusals. */
export async function detachActivity(slug: string, activity: string): Promise<boolean> {
  try {
    await call(attachmentApi.detachChallenge, { params: { hut: slug, challenge: activity } })
  } catch (error) {
    showRefusal(error)
    return false
  }
  await reloadAllPages()
  return true
}

/** Updates the group on every loaded page, also on those that Back leads to. */
function changeMembership(slug: string, membership: api.Membership): void {
  const change = <G extends Hut>(group: G): G => (group.slug === slug ? { ...group, ...membership } : group)
  changePages([api.groupsPage, api.myGroupsPage], data => ({ ...data, groups: data.groups.map(change) }))
  changePages([api.groupPage, api.groupSessionsPage], data => ({
    ...data,
    hut: change(data.hut),
    group: change(data.group)
  }))
  changePages([api.updateGroupPage, overTimeApi.groupOverTimePage], data => ({ ...data, group: change(data.group) }))
  changePages([createActivityPage, updateActivityPage], data => ({ ...data, hut: data.hut && change(data.hut) }))
}

export function showRefusal(error: unknown): void {
  toast.error(messageOf(error))
}
