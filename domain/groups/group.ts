/**
 * Who may do what with a group, also called hut (D-37): people and activities with one interest. Joining and creating
 * are free. The person who creates a group is its first member.
 *
 * The rule that surprises: an activity is in one group at most, so attaching it takes it out of the one before (D-111).
 */

import { isAdmin, type Viewer } from '../accounts/user.ts'
import { canEditActivity } from '../activities/activity.ts'
import { invalid, type Refusal } from '../lib/refusal.ts'

/** True for its creator and for site admins, false for everybody else and for visitors (D-109). */
export function canEditGroup(group: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (group.user_id === viewer.id || isAdmin(viewer))
}

/**
 * Whether the viewer may put the activity into the group or take it out (D-111): the group's creator, site admins, and
 * whoever may edit the activity as a member of the group.
 */
export function canAttach(
  group: { user_id: number },
  activity: { user_id: number },
  viewer: Viewer,
  isMember: boolean
): boolean {
  return canEditGroup(group, viewer) || (isMember && canEditActivity(activity, viewer))
}

export const ONLY_CREATOR = 'Only the creator of this group can update it.'
export const JOIN_GROUP_FIRST = 'Join the group first: activities and sessions are put into it by its members.'
export const NO_GROUP = 'There is no such group.'

/**
 * null when the viewer may give the group this parent, else why not (D-112): site admins only, an existing group, and
 * not the group itself. Sending the same parent again changes nothing, so everybody who may edit the group may send it.
 */
export function parentCheck(
  group: { id: number; parent_id: number | null },
  parentId: number | null,
  viewer: Viewer,
  parentExists: boolean
): Refusal | null {
  if (parentId === group.parent_id) return null
  if (!isAdmin(viewer)) return { kind: 'forbidden', message: 'Only a site admin can set the parent of a group.' }
  if (parentId === group.id) return invalid('parent_id', 'A group cannot be its own parent.')
  return parentId === null || parentExists ? null : invalid('parent_id', NO_GROUP)
}
