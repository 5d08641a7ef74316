/**
 * Who may do what with a group, also called hut (D-37): people and activities with one interest. Joining and creating
 * are free; whoever makes a group is in it at once.
 *
 * The rule that surprises: an activity is in one group at most, so attaching it takes it out of the one before (D-111).
 */

import { isAdmin, type Viewer } from '../accounts/user.ts'
import { canEditActivity } from '../activities/activity.ts'

/** Its creator and site admins (D-109). */
export function canEditGroup(group: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (group.user_id === viewer.id || isAdmin(viewer))
}

/** The host of the activity as a member of the group, the group's creator, and site admins; detaching alike (D-111). */
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
