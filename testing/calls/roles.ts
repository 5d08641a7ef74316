/**
 * The status of each request of `requests.ts` in each role, in the order of `ROLES`. A new call or page needs a row here.
 * The right status comes from the specification, not from the server's response.
 */

import { ROLES } from './house.ts'
import type { CallName } from './requests.ts'

export const CALLS: Record<CallName, string> = {
  login: '200 200 200 200 200 200 200 200 200 200 200 200',
  register: '200 200 200 200 200 200 200 200 200 200 200 200',
  logout: '200 200 200 200 200 200 200 200 200 200 200 200',
  getUser: '200 200 200 200 200 200 200 200 200 200 200 200',
  getCsrfCookie: '200 200 200 200 200 200 200 200 200 200 200 200',
  updateProfile: '401 403 200 200 200 200 200 200 200 403 200 200',
  endLogin: '401 404 404 404 404 404 200 404 404 200 200 404',
  signOutEverywhere: '401 200 200 200 200 200 200 200 200 200 200 200',
  followActivity: '401 403 200 200 200 200 200 200 200 403 200 200',
  unfollowActivity: '401 403 200 200 200 200 200 200 200 403 200 200',
  randomActivity: '200 200 200 200 200 200 200 200 200 200 200 200',
  storeActivity: '401 403 200 200 200 200 200 200 200 403 403 200',
  updateActivity: '401 403 403 403 403 403 200 403 403 403 200 200',
  patchActivity: '401 403 403 403 403 403 200 403 403 403 200 200',
  deleteActivity: '401 403 403 403 403 403 200 403 403 403 200 200',
  storeActivityPart: '401 403 403 403 403 403 200 403 403 403 200 200',
  deleteActivityPart: '401 403 403 403 403 403 200 403 403 403 200 200',
  reorderActivityParts: '401 403 403 403 403 403 200 403 403 403 200 200',
  patchActivityPart: '401 403 403 403 403 403 200 403 403 403 200 200',
  storeActivityGroup: '401 403 403 403 403 403 200 403 403 403 200 200',
  patchActivityGroup: '401 403 403 403 403 403 200 403 403 403 200 200',
  deleteActivityGroup: '401 403 403 403 403 403 200 403 403 403 200 200',
  createSubscription: '401 403 200 200 200 200 409 200 200 403 409 200',
  confirmSubscription: '401 403 404 404 404 404 200 404 404 403 200 404',
  payRenewal: '401 403 404 404 404 404 200 404 404 403 200 404',
  cancelSubscription: '401 403 404 404 404 404 200 404 404 200 200 404',
  cancelOwnSubscription: '401 403 404 404 404 404 200 404 404 200 200 404',
  addPaymentMethod: '401 403 200 200 200 200 200 200 200 403 200 200',
  choosePaymentMethod: '401 403 422 422 422 422 200 422 422 403 200 422',
  removePaymentMethod: '401 403 422 422 422 422 200 422 422 200 200 422',
  getCalendarFeed: '401 200 200 200 200 200 200 200 200 200 200 200',
  makeCalendarFeed: '401 403 200 200 200 200 200 200 200 403 200 200',
  updateCalendarFeed: '401 403 404 404 404 404 200 404 404 403 200 404',
  deleteCalendarFeed: '401 403 200 200 200 200 200 200 200 403 200 200',
  earlierMessages: '200 200 200 200 200 200 200 200 200 200 200 200',
  sendMessage: '401 200 403 200 403 200 200 403 403 403 200 403',
  cheerLog: '401 403 403 409 403 200 200 403 403 403 200 403',
  updateUnits: '401 403 200 200 200 200 200 200 200 403 200 200',
  updateDays: '401 403 200 200 200 200 200 200 200 403 200 200',
  deleteAccount: '401 200 200 200 200 200 200 200 200 200 200 403',
  keepAccount: '401 200 200 200 200 200 200 200 200 200 200 200',
  resendEmailLink: '401 403 200 200 200 200 200 200 200 200 200 200',
  cancelEmailChange: '401 403 200 200 200 200 200 200 200 200 200 200',
  confirmEmail: '200 200 200 200 200 200 200 200 200 200 200 200',
  undoEmailChange: '200 200 200 200 200 200 200 200 200 200 200 200',
  getFaces: '200 200 200 200 200 200 200 200 200 200 200 200',
  storeFace: '401 403 404 404 404 404 200 404 404 403 403 404',
  deleteFace: '401 403 404 404 404 404 200 404 200 403 200 200',
  storeCover: '401 403 404 404 404 404 200 404 404 403 403 404',
  deleteCover: '401 403 404 404 404 404 200 404 200 403 200 200',
  storeGoal: '401 403 200 200 200 200 200 200 200 403 200 200',
  updateGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  completeGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  moveGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  pauseGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  goAway: '401 403 200 200 200 200 200 200 200 403 200 200',
  setGoalReminder: '401 403 404 404 404 404 200 404 404 403 200 404',
  removeGoalReminder: '401 403 404 404 404 404 200 404 404 403 200 404',
  finishReminded: '401 403 404 404 404 404 200 404 404 403 200 404',
  putOffReminded: '401 403 404 404 404 404 200 404 404 403 200 404',
  getSharing: '401 404 404 404 404 404 200 404 404 200 200 404',
  shareGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  unshareGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  cheerGoal: '401 403 200 200 200 200 409 200 200 403 409 200',
  resumeGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  restoreGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  deleteGoal: '401 403 404 404 404 404 200 404 404 403 200 404',
  storeGroup: '401 403 200 200 200 200 200 200 200 403 403 200',
  patchGroup: '401 403 403 403 403 403 403 200 403 403 403 200',
  joinGroup: '401 403 200 200 200 200 200 200 200 403 200 200',
  leaveGroup: '401 403 200 200 200 200 200 200 200 403 200 200',
  attachChallenge: '401 403 403 403 403 403 200 200 403 403 200 200',
  detachChallenge: '401 403 403 403 403 403 200 200 403 403 200 200',
  acceptProposal: '401 403 403 403 403 403 200 403 403 403 200 200',
  declineProposal: '401 403 403 403 403 403 200 403 403 403 200 200',
  getAttachable: '401 200 200 200 200 200 200 200 200 200 200 200',
  compareLogs: '401 403 200 200 200 200 200 200 200 403 200 200',
  importLogs: '401 403 200 200 200 200 200 200 200 403 200 200',
  moveIn: '401 403 200 200 200 200 200 200 200 403 200 200',
  undoImport: '401 403 404 404 404 404 200 404 404 403 200 404',
  getActivityLists: '401 200 200 200 200 200 200 200 200 200 200 200',
  storeActivityList: '401 403 200 200 200 200 200 200 200 403 200 200',
  renameActivityList: '401 403 404 404 404 404 200 404 404 403 200 404',
  deleteActivityList: '401 403 404 404 404 404 200 404 404 403 200 404',
  attachActivity: '401 403 404 404 404 404 200 404 404 403 200 404',
  detachActivity: '401 403 404 404 404 404 200 404 404 403 200 404',
  storeProgramme: '401 403 200 200 200 200 200 200 200 403 200 200',
  updateProgramme: '401 403 403 403 403 403 200 403 403 403 200 200',
  deleteProgramme: '401 403 403 403 403 403 200 403 403 403 200 200',
  followProgramme: '401 403 200 200 200 200 200 200 200 403 200 200',
  startInGroup: '401 403 403 403 403 403 403 200 403 403 403 403',
  followWithGroup: '401 403 403 200 403 403 200 200 403 403 200 403',
  endInGroup: '401 403 403 403 403 403 403 200 403 403 403 200',
  tickUnit: '401 403 404 404 404 404 200 404 404 403 200 404',
  goToWeek: '401 403 404 404 404 404 200 404 404 403 200 404',
  stopFollowing: '401 403 404 404 404 404 200 404 404 403 200 404',
  storeQuickLog: '401 403 200 200 200 200 200 200 200 403 200 200',
  storeActivityQuickLog: '401 403 200 200 200 200 200 200 200 403 200 200',
  startLog: '401 404 404 404 404 404 200 404 404 403 200 404',
  stopLog: '401 404 404 404 404 404 200 404 404 403 200 404',
  completeLog: '401 404 404 404 404 404 200 404 404 403 200 404',
  resetLog: '401 404 404 200 404 404 404 404 404 403 404 404',
  stopSessionLog: '401 404 404 200 404 404 404 404 404 403 404 404',
  updateLog: '401 404 404 404 404 404 200 404 404 403 200 404',
  deleteLog: '401 404 404 404 404 404 200 404 404 403 200 404',
  restoreLog: '401 404 404 404 404 404 200 404 404 403 200 404',
  getRunningTimers: '401 200 200 200 200 200 200 200 200 200 200 200',
  storeReport: '200 200 200 200 200 200 200 200 200 200 200 200',
  decideReport: '401 403 403 403 403 403 403 403 200 403 403 200',
  getTakedown: '401 404 404 200 404 404 404 404 200 404 404 200',
  askAgain: '401 403 404 200 404 404 404 404 404 403 404 404',
  removeParticipant: '401 403 403 403 403 200 200 403 403 403 200 200',
  deleteMessage: '401 403 403 200 403 200 200 403 200 403 200 200',
  lockChat: '401 403 403 403 403 200 200 403 403 403 200 200',
  muteUser: '401 403 200 409 200 200 200 200 200 403 200 200',
  blockUser: '401 403 200 409 200 200 200 200 200 403 200 200',
  unmuteUser: '401 403 200 409 200 200 200 200 200 403 200 200',
  storeNote: '401 403 200 200 200 200 200 200 200 403 200 200',
  updateNote: '401 403 404 404 404 404 200 404 404 403 200 404',
  deleteNote: '401 403 404 404 404 404 200 404 404 403 200 404',
  createAccessToken: '401 403 200 200 200 200 200 200 200 403 200 200',
  getAppQuestion: '401 200 200 200 200 200 200 200 200 200 200 200',
  allowApp: '401 403 200 200 200 200 200 200 200 403 200 200',
  refuseApp: '401 403 200 200 200 200 200 200 200 200 200 200',
  endApp: '401 403 404 404 404 404 200 404 404 200 200 404',
  endAccessToken: '401 403 404 404 404 404 200 404 404 200 200 404',
  getWebhooks: '401 200 200 200 200 200 200 200 200 200 200 200',
  createWebhook: '401 403 200 200 200 200 200 200 200 403 200 200',
  deleteWebhook: '401 403 404 404 404 404 200 404 404 200 200 404',
  rotateWebhook: '401 403 404 404 404 404 200 404 404 403 200 404',
  switchWebhookOn: '401 403 404 404 404 404 200 404 404 403 200 404',
  getDeliveries: '401 404 404 404 404 404 200 404 404 200 200 404',
  sendAgain: '401 403 404 404 404 404 200 404 404 403 200 404',
  getPressAddresses: '401 200 200 200 200 200 200 200 200 200 200 200',
  createPressAddress: '401 403 200 200 200 200 200 200 200 403 200 200',
  endPressAddress: '401 403 404 404 404 404 200 404 404 200 200 404',
  press: '200 200 200 200 200 200 200 200 200 403 200 200',
  passkeyOptions: '401 403 200 200 200 200 200 200 200 403 200 200',
  addPasskey: '401 403 200 200 200 200 200 200 200 403 200 200',
  renamePasskey: '401 403 404 404 404 404 200 404 404 403 200 404',
  removePasskey: '401 403 404 404 404 404 200 404 404 200 200 404',
  signInOptions: '200 200 200 200 200 200 200 200 200 200 200 200',
  signInByPasskey: '200 200 200 200 200 200 200 200 200 200 200 200',
  startSignOn: '200 200 200 200 200 200 200 200 200 200 200 200',
  getPendingSignOn: '200 200 200 200 200 200 200 200 200 200 200 200',
  finishSignOn: '200 200 200 200 200 200 200 200 200 200 200 200',
  connectSignOn: '200 200 200 200 200 200 200 200 200 200 200 200',
  disconnectSignOn: '401 403 200 200 200 200 200 200 200 200 200 200',
  sendResetLink: '200 200 200 200 200 200 200 200 200 200 200 200',
  resetPassword: '200 200 200 200 200 200 200 200 200 200 200 200',
  confirmPassword: '401 403 200 200 200 200 200 200 200 200 200 200',
  changePassword: '401 403 200 200 200 200 200 200 200 200 200 200',
  storePost: '401 403 403 200 403 200 200 403 403 403 200 403',
  storeSessionPost: '401 403 403 200 403 200 200 403 403 403 200 403',
  deletePost: '401 403 403 200 403 200 200 403 200 403 200 200',
  storeItem: '401 403 200 200 200 200 200 200 200 403 403 200',
  getItem: '200 200 200 200 200 200 200 200 200 200 200 200',
  updateItem: '401 403 403 403 403 403 200 403 403 403 403 403',
  deleteItem: '401 403 403 403 403 403 200 403 200 403 200 200',
  searchParents: '200 200 200 200 200 200 200 200 200 200 200 200',
  followPerson: '401 403 200 409 200 200 200 200 200 403 200 200',
  followBook: '401 403 200 200 200 200 409 200 200 403 409 200',
  storeFavorite: '401 403 200 200 200 200 200 200 200 403 200 200',
  saveDraft: '401 403 404 404 404 404 200 404 404 403 200 404',
  deleteDraft: '401 403 404 404 404 404 200 404 404 403 200 404',
  getNewDrafts: '401 404 404 404 404 404 200 404 404 200 200 404',
  saveNewDraft: '401 403 404 404 404 404 200 404 404 403 200 404',
  deleteNewDraft: '401 403 404 404 404 404 200 404 404 403 200 404',
  getVersions: '401 404 404 404 404 404 200 404 404 200 200 404',
  getVersion: '401 404 404 404 404 404 200 404 404 200 200 404',
  deleteVersion: '401 403 404 404 404 404 200 404 404 403 200 404',
  restoreVersion: '401 403 404 404 404 404 200 404 404 403 200 404',
  getSources: '200 200 200 200 200 200 200 200 200 200 200 200',
  getRandomSnippet: '200 200 200 200 200 200 200 200 200 200 200 200',
  storeParaphrase: '401 403 200 200 200 200 200 200 200 403 403 200',
  deleteParaphrase: '401 403 403 403 403 403 200 403 200 403 200 200',
  getMyPersons: '401 200 200 200 200 200 200 200 200 200 200 200',
  storePerson: '401 403 200 200 200 200 200 200 200 403 403 200',
  updatePerson: '401 403 404 404 404 404 200 404 404 403 403 404',
  switchPerson: '401 403 404 404 404 404 200 404 404 403 200 404',
  countUnread: '401 200 200 200 200 200 200 200 200 200 200 200',
  readReminders: '401 200 200 200 200 200 200 200 200 200 200 200',
  updateReminders: '401 403 200 200 200 200 200 200 200 403 200 200',
  addPushDevice: '401 403 200 200 200 200 200 200 200 403 200 200',
  removePushDevice: '401 403 404 404 404 404 200 404 404 200 200 404',
  testPush: '401 403 200 200 200 200 200 200 200 403 200 200',
  unsubscribe: '200 200 200 200 200 200 200 200 200 200 200 200',
  addToMyGoals: '401 403 403 200 403 200 200 403 403 403 200 403',
  attachMyGoal: '401 403 403 200 403 200 200 403 403 403 200 403',
  saveTaskListProgress: '401 200 403 200 403 200 200 403 403 403 200 403',
  joinSession: '401 200 200 200 403 200 200 200 200 403 200 200',
  joinAsGuest: '200 200 409 409 409 409 409 409 409 409 409 409',
  setGuests: '401 403 403 403 403 200 200 403 403 403 200 200',
  joinWaitlist: '401 403 200 409 403 409 409 200 200 403 409 200',
  leaveWaitlist: '401 403 200 200 200 200 200 200 200 200 200 200',
  listWaitlist: '401 403 403 403 403 200 200 403 403 200 200 200',
  endWaitlist: '401 403 403 403 403 200 200 403 403 403 200 200',
  moveUp: '401 403 403 403 403 200 200 403 403 403 200 200',
  answerSession: '401 409 409 409 409 409 200 409 409 403 200 409',
  leaveSession: '401 200 200 200 200 200 200 200 200 403 200 200',
  startSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  endSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  repeatSession: '401 403 403 200 403 200 200 403 403 403 403 200',
  makeSeries: '401 403 403 403 403 200 200 403 403 403 403 200',
  changeRule: '401 403 403 403 403 403 200 403 403 403 200 200',
  followDate: '401 403 403 403 403 403 200 403 403 403 200 200',
  continueSeries: '401 403 403 403 403 403 200 403 403 403 200 200',
  endSeries: '401 403 403 403 403 403 200 403 403 403 200 200',
  comeEveryTime: '401 403 200 200 200 200 409 200 200 403 409 200',
  watchSeries: '401 403 200 200 200 200 200 200 200 403 200 200',
  stopComing: '401 403 200 200 200 200 200 200 200 403 200 200',
  cancelSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  completeSession: '401 200 403 200 403 200 200 403 403 403 200 403',
  userIsReady: '401 200 403 200 403 200 200 403 403 403 200 403',
  resetSession: '401 403 403 403 403 403 403 403 403 403 403 200',
  startPart: '401 403 403 403 403 200 200 403 403 403 200 200',
  pausePart: '401 403 403 403 403 200 200 403 403 403 200 200',
  resumePart: '401 403 403 403 403 200 200 403 403 403 200 200',
  completePart: '401 403 403 403 403 200 200 403 403 403 200 200',
  skipPart: '401 403 403 403 403 200 200 403 403 403 200 200',
  takeBackSkip: '401 403 403 403 403 200 200 403 403 403 200 200',
  pauseSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  resumeSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  extendSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  shareHosting: '401 403 403 403 403 200 200 403 403 403 200 200',
  takeBackHosting: '401 403 403 403 403 200 200 403 403 403 200 403',
  pollSession: '200 200 200 200 200 200 200 200 200 200 200 200',
  sessionPrompt: '200 200 200 200 200 200 200 200 200 200 200 200',
  saveContent: '401 403 403 403 403 200 200 403 403 403 200 200',
  contributeContent: '401 403 403 403 403 403 200 403 403 403 200 403',
  storeSessionQuickLog: '401 200 403 200 403 200 200 403 403 403 200 403',
  storeSessionLog: '401 200 403 200 403 200 200 403 403 403 200 403',
  storeChallengeLog: '401 200 403 200 403 200 200 403 403 403 200 403',
  startTaskLog: '401 200 403 200 403 200 200 403 403 403 200 403',
  storeSession: '401 403 200 200 200 200 200 200 200 403 403 200',
  updateSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  patchSession: '401 403 403 403 403 200 200 403 403 403 200 200',
  storeSessionPart: '401 403 403 403 403 200 200 403 403 403 200 200',
  deleteSessionPart: '401 403 403 403 403 200 200 403 403 403 200 200',
  reorderSessionParts: '401 403 403 403 403 200 200 403 403 403 200 200',
  patchSessionPart: '401 403 403 403 403 200 200 403 403 403 200 200',
  storeSessionGroup: '401 403 403 403 403 200 200 403 403 403 200 200',
  patchSessionGroup: '401 403 403 403 403 200 200 403 403 403 200 200',
  deleteSessionGroup: '401 403 403 403 403 200 200 403 403 403 200 200',
  redeemAvailable: '401 403 200 200 200 200 200 200 200 403 403 200',
  addFreeTokens: '401 403 403 403 403 403 403 403 403 403 403 200',
  createInvitation: '401 403 403 403 403 403 403 403 403 403 403 200',
  endInvitation: '401 403 404 404 404 404 404 404 404 404 404 200',
  approveAccount: '401 403 403 403 403 403 403 403 403 403 403 200',
  refuseAccount: '401 403 403 403 403 403 403 403 403 403 403 200',
  suspendPerson: '401 403 403 403 403 403 403 403 200 403 403 200',
  unsuspendPerson: '401 403 403 403 403 403 403 403 200 403 403 200',
  signOutPerson: '401 403 403 403 403 403 403 403 403 403 403 200',
  sendPersonReset: '401 403 403 403 403 403 403 403 403 403 403 200',
  confirmPersonEmail: '401 403 403 403 403 403 403 403 403 403 403 200',
  setPersonRole: '401 403 403 403 403 403 403 403 403 403 403 200',
  grantTokens: '401 403 403 403 403 403 403 403 403 403 403 200',
  schedulePersonDeletion: '401 403 403 403 403 403 403 403 403 403 403 200',
  keepPerson: '401 403 403 403 403 403 403 403 403 403 403 200',
  removeContent: '401 403 403 403 403 403 403 403 403 403 403 200',
  restoreContent: '401 403 403 403 403 403 403 403 403 403 403 200',
  endContent: '401 403 403 403 403 403 403 403 403 403 403 200',
  deleteContent: '401 403 403 403 403 403 403 403 403 403 403 200',
  refundPayment: '401 403 403 403 403 403 403 403 403 403 403 200',
  changePool: '401 403 403 403 403 403 403 403 403 403 403 200',
  retryMails: '401 403 403 403 403 403 403 403 403 403 403 200',
  retryPushes: '401 403 403 403 403 403 403 403 403 403 403 200',
  sendTestMail: '401 403 403 403 403 403 403 403 403 403 403 200',
  updateSettings: '401 403 403 403 403 403 403 403 403 403 403 200',
  getPaymentIntent: '401 403 200 200 200 200 200 200 200 403 200 200',
  purchaseTokens: '401 403 404 404 404 404 200 404 404 403 200 404',
  readNewMessage: '401 200 200 200 200 200 200 200 200 200 200 200',
  uploadPicture: '401 403 200 200 200 200 200 200 200 403 403 200',
  uploadLoosePicture: '401 403 200 200 200 200 200 200 200 403 403 200',
  copyPicture: '401 403 200 200 200 200 200 200 200 403 403 200'
}

export const PAGES: Record<string, string> = {
  invitationsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  invitePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  approvalsPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  allInvitationsPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  imprintPage: '404 404 404 404 404 404 404 404 404 404 404 404',
  overviewPage: '401 403 403 403 403 403 403 403 301 403 403 200',
  peoplePage: '401 403 403 403 403 403 403 403 200 403 403 200',
  adminPersonPage: '401 403 403 403 403 403 403 403 200 403 403 200',
  contentPage: '401 403 403 403 403 403 403 403 200 403 403 200',
  auditLogPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  moneyPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  adminMailPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  securityEventsPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  adminPushPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  settingsPage: '401 403 403 403 403 403 403 403 403 403 403 200',
  securityPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  accountPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  activitiesPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  activityPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  activitySessionsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  createActivityPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  updateActivityPage: '401 403 403 403 403 403 200 403 403 200 200 200',
  templatesPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  pricingPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  subscribePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  invoicesPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  invoicePage: '401 404 404 404 404 404 200 404 404 200 200 404',
  homePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  eventsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  sessionChatPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  myDaysPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  confirmEmailPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  undoEmailPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  myGoalsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  goalPage: '401 404 404 404 404 404 200 404 404 200 200 404',
  goalLogsPage: '401 404 404 404 404 404 200 404 404 200 200 404',
  goalNotesPage: '401 404 404 404 404 404 200 404 404 200 200 404',
  groupsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  myGroupsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  groupPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  groupSessionsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  groupOverTimePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  createGroupPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  updateGroupPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  importPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  aboutPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  termsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  privacyPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  myListsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  myListPage: '401 404 404 404 404 404 200 404 404 200 200 404',
  myLogsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  myNotesPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  finishSignOnPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  signOnDonePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  forgotPasswordPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  resetPasswordPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  resetByTokenPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  confirmPasswordPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  sessionHutPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  personPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  itemPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  sourcePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  followingPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  inboxPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  reminderSettingsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  unsubscribePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  sessionGoalsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  sessionMemberGoalsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  seriesPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  sessionPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  mySessionsPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  sessionLogsPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  sessionOverTimePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  createSessionPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  updateSessionPage: '401 403 403 403 403 200 200 403 403 200 200 200',
  connectAppPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  accessTokensPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  programmesPage: '200 200 200 200 200 200 200 200 200 200 200 200',
  createProgrammePage: '401 200 200 200 200 200 200 200 200 200 200 200',
  programmePage: '200 200 200 200 200 200 200 200 200 200 200 200',
  updateProgrammePage: '401 403 403 403 403 403 200 403 403 200 200 200',
  followPage: '401 404 404 404 404 404 200 404 404 200 200 404',
  reportsPage: '401 403 403 403 403 403 403 403 200 403 403 200',
  todayPage: '401 200 200 200 200 200 200 200 200 200 200 200',
  tokensPage: '200 200 200 200 200 200 200 200 200 200 200 200'
}

/**
 * Calls and pages that take no access token, whatever its scopes (D-156): those of accounts, security, payments and
 * admins, and what moderates or moves a whole account.
 */
const NOT_FOR_PROGRAMS: readonly string[] = [
  // Accounts and ways in.
  ...`login register logout getUser getCsrfCookie updateProfile updateUnits updateDays goAway endLogin signOutEverywhere
    deleteAccount keepAccount createAccessToken endAccessToken getAppQuestion allowApp refuseApp endApp getPressAddresses
    createPressAddress endPressAddress press getWebhooks createWebhook deleteWebhook rotateWebhook switchWebhookOn
    getDeliveries sendAgain cancelEmailChange confirmEmail resendEmailLink
    undoEmailChange addPasskey passkeyOptions removePasskey renamePasskey signInByPasskey signInOptions
    changePassword confirmPassword resetPassword sendResetLink connectSignOn disconnectSignOn finishSignOn
    getPendingSignOn startSignOn endInvitation readNewMessage`.split(/\s+/),
  // Payments.
  ...`createSubscription addPaymentMethod cancelOwnSubscription cancelSubscription choosePaymentMethod
    confirmSubscription payRenewal removePaymentMethod getPaymentIntent purchaseTokens redeemAvailable`.split(/\s+/),
  // What others see of the person, what moderates, and what the person is told of.
  ...`deleteCover deleteFace getFaces storeCover storeFace blockUser lockChat muteUser removeParticipant
    unmuteUser storeReport askAgain getTakedown addPushDevice countUnread readReminders removePushDevice
    testPush unsubscribe updateReminders deleteCalendarFeed getCalendarFeed makeCalendarFeed updateCalendarFeed
    compareLogs importLogs moveIn undoImport`.split(/\s+/),
  // Pages.
  ...`accessTokensPage connectAppPage securityPage confirmEmailPage undoEmailPage invitationsPage invitePage confirmPasswordPage
    forgotPasswordPage resetByTokenPage resetPasswordPage finishSignOnPage signOnDonePage accountPage
    invoicePage invoicesPage pricingPage subscribePage tokensPage myDaysPage importPage aboutPage privacyPage
    termsPage imprintPage inboxPage reminderSettingsPage unsubscribePage`.split(/\s+/)
]

/** The status for a program with every scope. Where it may call, it is its person. */
export function statusOfProgram(name: string): string {
  if (NOT_FOR_PROGRAMS.includes(name)) return '403'
  const ofOwner = ROLES.indexOf('owner')
  return (CALLS[name as CallName] ?? PAGES[name] ?? '').split(' ')[ofOwner] ?? ''
}

type Named = readonly (readonly [string, { method?: string; path: string }])[]

const byPath = ([, one]: Named[number], [, other]: Named[number]) => (keyOf(one) < keyOf(other) ? -1 : 1)
const keyOf = ({ method, path }: Named[number][1]) => `${path} ${method}`

/** Renders the table as a document. */
export function tableOf(calls: Named, pages: Named): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const head = (of: string) => row([of, ...ROLES, 'program']) + row(['---', ...ROLES.map(() => '---'), '---'])
  const rows = (all: Named, statuses: Record<string, string>) =>
    [...all]
      .sort(byPath)
      .map(([name, { method, path }]) =>
        row([`\`${method ? `${method} ` : ''}${path}\``, ...(statuses[name] ?? '').split(' '), statusOfProgram(name)])
      )
  return [INTRODUCTION, '## Calls\n\n', head('Call'), ...rows(calls, CALLS), '\n## Pages\n\n']
    .concat(
      'The request is `GET /api` plus the path, which returns the data of the page.\n\n',
      head('Page'),
      ...rows(pages, PAGES)
    )
    .join('')
}

const INTRODUCTION = `# Who may do what

The status of one request to every call and every page, in each role. A test sends all of them and creates this file from
\`testing/calls/roles.ts\` (\`npx vitest run testing/calls -u\`).

- **participant**: is in the session and the group, and follows the activity
- **removed**: the host removed them from the session
- **host**: the owner made them a host of the session
- **owner**: created the session, the activity, and the goals, logs and other private things in the requests
- **creator**: created the group
- **moderator**: moderates the site
- **suspended**: the owner, while suspended
- **unconfirmed**: the owner, before confirming the email
- **admin**: is an administrator of the site
- **program**: has an access token of the owner with every scope, and no login

A person without the right gets 404 for private things, and 403 for things that everyone can see. 409 and 422 mean that the
person has the right, but the state or the request is wrong. Participants can't cheer for their own logs (409) or mute themselves.

`
