/** Who may do what with an activity. */
import { isAdmin, type Viewer } from '../accounts/user.ts'

/** Its creator and site admins (D-64). */
export function canEditActivity(activity: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (activity.user_id === viewer.id || isAdmin(viewer))
}
