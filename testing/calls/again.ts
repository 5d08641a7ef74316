/**
 * Lists the calls whose second try returns another result when the first one succeeded and its response was lost, and
 * the tables that both tries change.
 */
import type { CallName } from './requests.ts'

interface Again {
  /** The status of the refusal, which says that the call has succeeded already. */
  status?: number
  /** Tables with other contents than after one try. */
  tables?: string[]
}

const GONE: Again = { status: 404 }
const DONE: Again = { status: 409 }
/** The first try used up an input: a link, a challenge, the former password, a uuid. */
const USED: Again = { status: 422 }
/** Pictures that no text shows are deleted after a day. */
const ANOTHER_PICTURE: Again = { tables: ['uploads', 'upload_uses'] }
/** One more login, which nobody uses and which expires. */
const ANOTHER_LOGIN = ['logins', 'known_browsers', 'push_devices', 'reminder_deliveries']

export const AGAIN: Partial<Record<CallName, Again>> = {
  endLogin: GONE,
  endAccessToken: GONE,
  endApp: GONE,
  endPressAddress: GONE,
  deleteWebhook: GONE,
  sendAgain: DONE,
  sendTestMail: { tables: ['mails'] },
  sendPersonReset: { tables: ['mails', 'mail_links', 'audit_entries', 'audit_head'] },
  deleteActivity: GONE,
  deleteContent: GONE,
  endContent: DONE,
  deleteActivityGroup: GONE,
  deleteActivityPart: GONE,
  deleteGoal: GONE,
  undoImport: GONE,
  deleteActivityList: GONE,
  deleteProgramme: GONE,
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
  // Refused because the account exists. The person signs in instead.
  joinAsGuest: { tables: ANOTHER_LOGIN },
  register: { status: 422, tables: ANOTHER_LOGIN },
  signOutEverywhere: { status: 401 },
  // Refused because each signature is valid once. The device signs again.
  addPasskey: { status: 422, tables: ['passkeys', 'mails'] },
  signInByPasskey: { status: 422, tables: ['passkeys', ...ANOTHER_LOGIN] },
  // Only a hash of the secret is stored, so a second try makes another token.
  createAccessToken: { tables: ['access_tokens'] },
  // The secret is shown once, so a second try makes another webhook or secret.
  createWebhook: { tables: ['webhooks'] },
  rotateWebhook: { tables: ['webhooks'] },
  createPressAddress: { tables: ['press_addresses'] },
  passkeyOptions: { tables: ['passkey_challenges'] },
  signInOptions: { tables: ['passkey_challenges'] },

  // Refused because the person is in already.
  finishSignOn: { status: 409, tables: ANOTHER_LOGIN },
  connectSignOn: DONE,
  startSignOn: { tables: ['sign_on_attempts'] },

  // A second mail; a few are allowed, and the newest link works.
  resendEmailLink: { tables: ['mails'] },
  sendResetLink: { tables: ['mails'] },

  storeFace: ANOTHER_PICTURE,
  storeCover: { tables: ['uploads', 'covers'] },
  copyPicture: ANOTHER_PICTURE,
  uploadLoosePicture: ANOTHER_PICTURE,
  uploadPicture: ANOTHER_PICTURE,

  // The room receives the same event twice.
  resetLog: { tables: ['room_events'] },
  saveContent: { tables: ['room_events'] }
}
