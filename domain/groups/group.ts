/**
 * Permissions on a group, also called hut (D-37): people and activities with a common interest. Joining and creating
 * are free. The person who creates a group is its first member.
 *
 * Two rules that surprise: an activity is in at most one group, so attaching it removes it from the group before. The
 * creator of a group cannot attach other people's activities, only propose that to their hosts (D-134).
 */

import { isAdmin, ownsOrAdmin, type Viewer } from '../accounts/user.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'

/** Whether the viewer may change the group: its creator or a site admin (D-109). */
export function canEditGroup(group: { user_id: number }, viewer: Viewer): boolean {
  return ownsOrAdmin(group, viewer)
}

/**
 * Returns the effect when the viewer attaches the activity to the group (D-134). `move`: the viewer hosts the activity
 * and is in the group, or is a site admin. `propose`: the viewer created the group. null: the viewer may do neither.
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

/** Whether the viewer may remove the activity from the group: its host, the group's creator or a site admin (D-134). */
export function canDetach(group: { user_id: number }, activity: { user_id: number }, viewer: Viewer): boolean {
  return ownsOrAdmin(activity, viewer) || canEditGroup(group, viewer)
}

/** Whether the viewer may accept or decline a proposal: the host of the activity or a site admin (D-134). */
export function canSettleProposal(activity: { user_id: number }, viewer: Viewer): boolean {
  return ownsOrAdmin(activity, viewer)
}

export const ONLY_HOST_OR_CREATOR =
  'Only the host of this activity, the creator of the group and site admins can do that.'
export const ONLY_HOST = 'Only the host of this activity and site admins can accept or decline that.'
export const NO_PROPOSAL = 'This proposal is no longer there. Reload the page to see where the activity is.'
export const DECLINED = 'The host of this activity has just declined to move it into this group. Ask again tomorrow.'

export const ONLY_CREATOR = 'Only the creator of this group can update it.'
export const JOIN_GROUP_FIRST = 'Join the group first. Only members can add activities and sessions.'
export const NO_GROUP = 'There’s no such group.'

/**
 * Returns null when the viewer may give the group this parent, else the refusal (D-112). Only site admins may (403).
 * The parent must exist and must be neither the group itself nor a group below it (422). Sending the current parent is
 * always allowed, because the form of every editor sends it.
 *
 * @param above ids of the wanted parent, its parent and so on; empty when it does not exist
 */
export function parentCheck(
  group: { id: number; parent_id: number | null },
  parentId: number | null,
  viewer: Viewer,
  above: readonly number[]
): Refusal | null {
  if (parentId === group.parent_id) return null
  if (!isAdmin(viewer)) return { kind: 'forbidden', message: 'Only a site admin can set the parent of a group.' }
  if (parentId === group.id) return invalid('parent_id', 'A group can’t be its own parent.')
  if (above.includes(group.id)) return invalid('parent_id', 'That group is inside this one.')
  return parentId === null || above.includes(parentId) ? null : invalid('parent_id', NO_GROUP)
}
