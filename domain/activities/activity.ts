/** Who may do what with an activity. */
import { isAdmin, type Viewer } from '../accounts/user.ts'

/** True for its creator and for site admins, false for everybody else and for visitors (D-64). */
export function canEditActivity(activity: { user_id: number }, viewer: Viewer): boolean {
  return viewer !== null && (activity.user_id === viewer.id || isAdmin(viewer))
}
