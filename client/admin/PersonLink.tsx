import { Link } from 'react-router'

/** Leads to the page of an account. @param username null when the account is deleted */
export function PersonLink({ username, gone = 'a deleted account' }: { username: string | null; gone?: string }) {
  return username === null ? gone : <Link to={`/admin/people/${encodeURIComponent(username)}`}>{username}</Link>
}
