/** Permissions on an activity. */
import { isAdmin, type Viewer } from '../accounts/user.ts'

/** Whether the viewer may change the activity: its creator or a site admin (D-64). */
export function canEditActivity(activity: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (activity.user_id === viewer.id || isAdmin(viewer))
}
