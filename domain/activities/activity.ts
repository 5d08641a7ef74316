/** Permissions on an activity. */
import { ownsOrAdmin, type Viewer } from '../accounts/user.ts'

/** Whether the viewer may change the activity: its creator or a site admin (D-64). */
export function canEditActivity(activity: { user_id: number }, viewer: Viewer): boolean {
  return ownsOrAdmin(activity, viewer)
}
