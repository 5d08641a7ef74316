/**
 * What a second try returns when the first one was done and its answer was lost, where that is not the same again; and
 * the tables in which both leave something.
 */
import type { CallName } from './requests.ts'

interface Again {
  /** The refusal, which says that it has been done. */
  status?: number
  /** Tables that are not as after one try. */
  tables?: string[]
}

const GONE: Again = { status: 404 }
const DONE: Again = { status: 409 }
/** What it was sent with was used up: a link, a challenge, the former password, a uuid. */
const USED: Again = { status: 422 }
/** What nothing shows is deleted after a day. */
const ANOTHER_PICTURE: Again = { tables: ['uploads', 'upload_uses'] }
/** One more, which nobody has and which ends by itself. */
const ANOTHER_LOGIN = ['logins', 'known_browsers', 'push_devices', 'reminder_deliveries']

export const AGAIN: Partial<Record<CallName, Again>> = {
  endLogin: GONE,
  deleteActivity: GONE,
  deleteActivityGroup: GONE,
  deleteActivityPart: GONE,
  deleteGoal: GONE,
  undoImport: GONE,
  deleteActivityList: GONE,
  deleteLog: GONE,
  deleteMessage: GONE,
  deleteNote: GONE,
  removePasskey: GONE,
  deletePost: GONE,
  deleteItem: GONE,
  deleteParaphrase: GONE,
  removePushDevice: GONE,
  deleteSessionGroup: GONE,
  deleteSessionPart: GONE,

  startLog: DONE,
  stopLog: DONE,
  stopSessionLog: DONE,
  completePart: DONE,
  takeBackSkip: DONE,
  endSession: DONE,
  pausePart: DONE,
  pauseSession: DONE,
  resumePart: DONE,
  resumeSession: DONE,
  startPart: DONE,
  startSession: DONE,
  redeemAvailable: DONE,

  storeActivityGroup: USED,
  storeActivityPart: USED,
  storeSessionGroup: USED,
  storeSessionPart: USED,
  removePaymentMethod: USED,
  confirmEmail: USED,
  undoEmailChange: USED,
  changePassword: USED,
  resetPassword: USED,

  login: { tables: ANOTHER_LOGIN },
  // Who is registered signs in.
  register: { status: 422, tables: ANOTHER_LOGIN },
  signOutEverywhere: { status: 401 },
  // The device is asked again: what it signed counts once.
  addPasskey: { status: 422, tables: ['passkeys', 'mails'] },
  signInByPasskey: { status: 422, tables: ['passkeys', ...ANOTHER_LOGIN] },
  passkeyOptions: { tables: ['passkey_challenges'] },
  signInOptions: { tables: ['passkey_challenges'] },

  // Another mail, a few of which are allowed; the newest link works.
  resendEmailLink: { tables: ['mails'] },
  sendResetLink: { tables: ['mails'] },

  storeFace: ANOTHER_PICTURE,
  copyPicture: ANOTHER_PICTURE,
  uploadLoosePicture: ANOTHER_PICTURE,
  uploadPicture: ANOTHER_PICTURE,

  // The room is told the same twice.
  resetLog: { tables: ['room_events'] },
  saveContent: { tables: ['room_events'] }
}
