/**
 * Who may do what with a group, also called hut (D-37): people and activities with one interest. Joining and creating
 * are free. The person who creates a group is its first member.
 *
 * Two rules that surprise: an activity is in one group at most, so attaching it takes it out of the one before, and the
 * creator of a group cannot take in activities of others, only propose it to their hosts (D-134).
 */

import { isAdmin, type Viewer } from '../accounts/user.ts'
import { canEditActivity } from '../activities/activity.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'

/** True for its creator and for site admins, false for everybody else and for visitors (D-109). */
export function canEditGroup(group: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (group.user_id === viewer.id || isAdmin(viewer))
}

/**
 * What happens when the viewer attaches the activity to the group (D-134). Its host moves it into a group of theirs, a
 * site admin into any. The creator of the group only proposes it to the host. null for everybody else.
 */
export function attachRight(
  group: { user_id: number },
  activity: { user_id: number },
  viewer: Viewer,
  isMember: boolean
): 'move' | 'propose' | null {
  if (viewer === null) return null
  const isCreator = group.user_id === viewer.id
  if (isAdmin(viewer) || (activity.user_id === viewer.id && (isMember || isCreator))) return 'move'
  return isCreator ? 'propose' : null
}

/** Its host, also after leaving the group, the group's creator and site admins (D-134). */
export function canDetach(group: { user_id: number }, activity: { user_id: number }, viewer: Viewer): boolean {
  return canEditActivity(activity, viewer) || canEditGroup(group, viewer)
}

/** Accepting and declining a proposal: the host of the activity, or a site admin (D-134). */
export function canSettleProposal(activity: { user_id: number }, viewer: Viewer): boolean {
  return canEditActivity(activity, viewer)
}

export const ONLY_HOST_OR_CREATOR =
  'Only the host of this activity, the creator of the group and site admins can do that.'
export const ONLY_HOST = 'Only the host of this activity and site admins can accept or decline that.'
export const NO_PROPOSAL = 'This proposal is no longer there. Reload the page to see where the activity is.'
export const DECLINED = 'The host of this activity has just declined to move it into this group. Ask again tomorrow.'

export const ONLY_CREATOR = 'Only the creator of this group can update it.'
export const JOIN_GROUP_FIRST = 'Join the group first: activities and sessions are put into it by its members.'
export const NO_GROUP = 'There is no such group.'

/**
 * null when the viewer may give the group this parent, else why not (D-112): site admins only, an existing group, and
 * neither the group itself nor one below it. Sending the same parent again changes nothing, so everybody who may edit
 * the group may send it.
 *
 * @param above the wanted parent, its parent and so on; empty where there is no such group
 */
export function parentCheck(
  group: { id: number; parent_id: number | null },
  parentId: number | null,
  viewer: Viewer,
  above: readonly number[]
): Refusal | null {
  if (parentId === group.parent_id) return null
  if (!isAdmin(viewer)) return { kind: 'forbidden', message: 'Only a site admin can set the parent of a group.' }
  if (parentId === group.id) return invalid('parent_id', 'A group cannot be its own parent.')
  if (above.includes(group.id)) return invalid('parent_id', 'That group lies below this one.')
  return parentId === null || above.includes(parentId) ? null : invalid('parent_id', NO_GROUP)
}
