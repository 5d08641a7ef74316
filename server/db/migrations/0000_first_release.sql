-- The schema of the first release. `drizzle-kit generate` made it from schema.ts, apart from the extensions and the
-- section at the end, which drizzle cannot express.
CREATE EXTENSION IF NOT EXISTS citext;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower(title)) STORED,
	"content" text DEFAULT '' NOT NULL,
	"plan" jsonb NOT NULL,
	"duration" integer NOT NULL,
	"participant_limit" integer,
	"difficulty" smallint,
	"term_id" bigint,
	"group_id" bigint,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_manually_started" boolean DEFAULT false NOT NULL,
	"needs_code" boolean DEFAULT false NOT NULL,
	"join_code" text,
	"donation_link" text DEFAULT '' NOT NULL,
	"followers_count" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "activities_slug" CHECK ("slug" <> ''),
	CONSTRAINT "activities_title" CHECK ("title" <> ''),
	CONSTRAINT "activities_duration" CHECK ("duration" between 0 and 2592000),
	CONSTRAINT "activities_limit" CHECK ("participant_limit" >= 0),
	CONSTRAINT "activities_difficulty" CHECK ("difficulty" in (3, 4, 6)),
	CONSTRAINT "activities_code" CHECK (not "needs_code" or "join_code" <> '' and "join_code" is not null),
	CONSTRAINT "activities_followers" CHECK ("followers_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "activity_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_lists_title" CHECK ("title" <> '')
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"monthly" integer DEFAULT 0 NOT NULL,
	"free" integer DEFAULT 0 NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "balances_not_negative" CHECK ("monthly" >= 0 and "free" >= 0 and "purchased" >= 0)
);
--> statement-breakpoint
CREATE TABLE "contributions" (
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"request_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "followers" (
	"activity_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "followers_activity_id_user_id_pk" PRIMARY KEY("activity_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "goals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"uuid" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"session_id" bigint,
	"task_uuid" text,
	"copied_from" text,
	"title" text NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"action" text DEFAULT '' NOT NULL,
	"action_duration" integer DEFAULT 0 NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"amount" double precision,
	"amount_per_log" double precision,
	"distance" double precision,
	"unit" text DEFAULT '' NOT NULL,
	"sets" integer DEFAULT 1 NOT NULL,
	"is_interval" boolean DEFAULT false NOT NULL,
	"timers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_list" boolean DEFAULT false NOT NULL,
	"list" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"quick_log_buttons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"completions_required" integer,
	"amount_done" double precision DEFAULT 0 NOT NULL,
	"distance_done" double precision DEFAULT 0 NOT NULL,
	"duration_done" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "goals_title" CHECK ("title" <> ''),
	CONSTRAINT "goals_status" CHECK ("status" in (1, 2)),
	CONSTRAINT "goals_action_duration" CHECK ("action_duration" between 0 and 2592000),
	CONSTRAINT "goals_duration" CHECK ("duration" between 0 and 2592000),
	CONSTRAINT "goals_amount" CHECK ("amount" between 0 and 1000000000),
	CONSTRAINT "goals_amount_per_log" CHECK ("amount_per_log" between 0 and 1000000000),
	CONSTRAINT "goals_distance" CHECK ("distance" between 0 and 1000000000),
	CONSTRAINT "goals_sets" CHECK ("sets" between 1 and 1000),
	CONSTRAINT "goals_completions" CHECK ("completions_required" between 1 and 100000),
	CONSTRAINT "goals_amount_done" CHECK ("amount_done" > -1),
	CONSTRAINT "goals_distance_done" CHECK ("distance_done" > -1),
	CONSTRAINT "goals_duration_done" CHECK ("duration_done" >= 0)
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"group_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"parent_id" bigint,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower(title)) STORED,
	"content" text DEFAULT '' NOT NULL,
	"user_count" integer DEFAULT 0 NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "groups_slug" CHECK ("slug" <> ''),
	CONSTRAINT "groups_title" CHECK ("title" <> ''),
	CONSTRAINT "groups_parent" CHECK ("parent_id" <> "id"),
	CONSTRAINT "groups_count" CHECK ("user_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint,
	"bucket" text NOT NULL,
	"amount" integer NOT NULL,
	"action" text NOT NULL,
	"subject_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_bucket" CHECK ("bucket" in ('monthly', 'free', 'purchased')),
	CONSTRAINT "ledger_action" CHECK ("action" in ('welcome', 'correction', 'goal', 'join', 'log', 'note', 'post', 'message')),
	CONSTRAINT "ledger_amount" CHECK ("amount" <> 0),
	CONSTRAINT "ledger_welcome" CHECK ("action" <> 'welcome' or "amount" > 0),
	CONSTRAINT "ledger_charge" CHECK (CASE WHEN "action" in ('goal', 'join', 'log', 'note', 'post', 'message')
		THEN "amount" < 0 and "subject_id" is not null ELSE "subject_id" is null END)
);
--> statement-breakpoint
CREATE TABLE "listed_activities" (
	"list_id" bigint NOT NULL,
	"activity_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listed_activities_list_id_activity_id_pk" PRIMARY KEY("list_id","activity_id")
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"client_uuid" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logins_expiry" CHECK ("expires_at" > "created_at")
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"uuid" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"goal_id" bigint,
	"session_id" bigint,
	"task_uuid" text,
	"ql_button_uuid" text,
	"title" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"action" text DEFAULT '' NOT NULL,
	"amount" double precision,
	"distance" double precision,
	"duration" integer,
	"status" smallint NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"elapsed_duration" double precision DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "logs_status" CHECK ("status" in (1, 2, 3, 4)),
	CONSTRAINT "logs_subject" CHECK ("goal_id" is not null or "session_id" is not null),
	CONSTRAINT "logs_amount" CHECK ("amount" between 0 and 1000000000),
	CONSTRAINT "logs_distance" CHECK ("distance" between 0 and 1000000000),
	CONSTRAINT "logs_duration" CHECK ("duration" between 0 and 2592000),
	CONSTRAINT "logs_elapsed" CHECK ("elapsed_duration" between 0 and 2592000)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"content" text NOT NULL,
	"client_uuid" text,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "messages_content" CHECK ("content" <> '')
);
--> statement-breakpoint
CREATE TABLE "moderation_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"session_id" bigint,
	"actor_id" bigint,
	"action" text NOT NULL,
	"user_id" bigint,
	"subject_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "moderation_action" CHECK ("action" in ('remove_participant', 'delete_message', 'delete_post', 'lock_chat', 'unlock_chat', 'mute', 'unmute'))
);
--> statement-breakpoint
CREATE TABLE "mutes" (
	"user_id" bigint NOT NULL,
	"muted_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mutes_user_id_muted_id_pk" PRIMARY KEY("user_id","muted_id"),
	CONSTRAINT "mutes_other" CHECK ("user_id" <> "muted_id")
);
--> statement-breakpoint
CREATE TABLE "participant_totals" (
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"task_uuid" text NOT NULL,
	"action" text NOT NULL,
	"amount" double precision DEFAULT 0 NOT NULL,
	"distance" double precision DEFAULT 0 NOT NULL,
	"duration" bigint DEFAULT 0 NOT NULL,
	"list_progress" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "participant_totals_session_id_user_id_task_uuid_action_pk" PRIMARY KEY("session_id","user_id","task_uuid","action")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" smallint DEFAULT 0 NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"client_uuid" text,
	"charged" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"starts_at" timestamp (3) with time zone,
	CONSTRAINT "participants_role" CHECK ("role" in (0, 1)),
	CONSTRAINT "participants_removed" CHECK ("removed_at" is null or "left_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"username" "citext" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "persons_username" CHECK ("username" <> '')
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"session_id" bigint NOT NULL,
	"parent_id" bigint,
	"user_id" bigint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "posts_content" CHECK ("content" <> ''),
	CONSTRAINT "posts_parent" CHECK ("parent_id" <> "id")
);
--> statement-breakpoint
CREATE TABLE "room_events" (
	"session_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_events_session_id_seq_pk" PRIMARY KEY("session_id","seq"),
	CONSTRAINT "room_events_seq" CHECK ("seq" > 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" bigint NOT NULL,
	"activity_id" bigint,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"activity_title" text DEFAULT '' NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower(title || e'\n' || activity_title)) STORED,
	"content" text DEFAULT '' NOT NULL,
	"plan" jsonb NOT NULL,
	"duration" integer NOT NULL,
	"participant_limit" integer,
	"difficulty" smallint,
	"term_id" bigint,
	"group_id" bigint,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_manually_started" boolean DEFAULT false NOT NULL,
	"needs_code" boolean DEFAULT false NOT NULL,
	"join_code" text,
	"donation_link" text DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"paused_since" timestamp (3) with time zone,
	"participants_count" integer DEFAULT 0 NOT NULL,
	"summary" jsonb DEFAULT '{"logs":0,"tasks":{}}'::jsonb NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"chat_locked" boolean DEFAULT false NOT NULL,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_slug" CHECK ("slug" <> ''),
	CONSTRAINT "sessions_title" CHECK ("title" <> ''),
	CONSTRAINT "sessions_duration" CHECK ("duration" between 0 and 2592000),
	CONSTRAINT "sessions_limit" CHECK ("participant_limit" >= 0),
	CONSTRAINT "sessions_difficulty" CHECK ("difficulty" in (3, 4, 6)),
	CONSTRAINT "sessions_code" CHECK (not "needs_code" or "join_code" <> '' and "join_code" is not null),
	CONSTRAINT "sessions_status" CHECK ("status" in (0, 1, 2)),
	CONSTRAINT "sessions_started" CHECK ("status" = 0 or "started_at" is not null),
	CONSTRAINT "sessions_ended" CHECK ("status" < 2 or "ended_at" is not null),
	CONSTRAINT "sessions_participants" CHECK ("participants_count" >= 0),
	CONSTRAINT "sessions_seq" CHECK ("seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"parent_id" bigint,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"sort" integer NOT NULL,
	CONSTRAINT "terms_slug" CHECK ("slug" <> ''),
	CONSTRAINT "terms_title" CHECK ("title" <> ''),
	CONSTRAINT "terms_parent" CHECK ("parent_id" <> "id"),
	CONSTRAINT "terms_sort" CHECK ("sort" >= 0)
);
--> statement-breakpoint
CREATE TABLE "title_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"username" "citext" NOT NULL,
	"email" "citext" NOT NULL,
	"name" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"role_id" smallint DEFAULT 1 NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"new_messages" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_username" CHECK ("username" <> ''),
	CONSTRAINT "users_email" CHECK ("email" <> ''),
	CONSTRAINT "users_name" CHECK ("name" <> ''),
	CONSTRAINT "users_role" CHECK ("role_id" in (1, 10))
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "terms"("id");--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "activity_lists" ADD CONSTRAINT "activity_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id");--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_parent_id_groups_id_fk" FOREIGN KEY ("parent_id") REFERENCES "groups"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "listed_activities" ADD CONSTRAINT "listed_activities_list_id_activity_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "activity_lists"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "listed_activities" ADD CONSTRAINT "listed_activities_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "goals"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "moderation_actions" ADD CONSTRAINT "moderation_actions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_id_users_id_fk" FOREIGN KEY ("muted_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "participant_totals" ADD CONSTRAINT "participant_totals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "participant_totals" ADD CONSTRAINT "participant_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_parent_id_posts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "posts"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "activities"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "terms"("id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_parent_id_terms_id_fk" FOREIGN KEY ("parent_id") REFERENCES "terms"("id");--> statement-breakpoint
CREATE UNIQUE INDEX "activities_slug_key" ON "activities" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "activities_request" ON "activities" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "activities_newest" ON "activities" ("id" DESC NULLS FIRST,"difficulty","searched") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_list" ON "activities" ("is_preset","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" ("user_id","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_term" ON "activities" ("term_id","id" DESC NULLS FIRST,"difficulty","searched") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_group" ON "activities" ("group_id","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_searched" ON "activities" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "activity_lists_user" ON "activity_lists" ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "activity_lists_request" ON "activity_lists" ("user_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "contributions_request" ON "contributions" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "followers_user" ON "followers" ("user_id","activity_id");--> statement-breakpoint
CREATE INDEX "goals_user" ON "goals" ("user_id","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "goals_session" ON "goals" ("session_id") WHERE "session_id" is not null;--> statement-breakpoint
CREATE INDEX "goals_copied" ON "goals" ("user_id","copied_from") WHERE "copied_from" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "goals_request" ON "goals" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" ("user_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_slug_key" ON "groups" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_request" ON "groups" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "groups_list" ON "groups" ("user_count" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "groups_searched" ON "groups" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_charged_once" ON "ledger" ("action","subject_id") WHERE "amount" < 0;--> statement-breakpoint
CREATE INDEX "listed_activities_activity" ON "listed_activities" ("activity_id");--> statement-breakpoint
CREATE INDEX "logins_user" ON "logins" ("user_id");--> statement-breakpoint
CREATE INDEX "logins_expiry" ON "logins" ("expires_at");--> statement-breakpoint
CREATE INDEX "logs_user" ON "logs" ("user_id","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_goal" ON "logs" ("goal_id","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_session" ON "logs" ("session_id","id" DESC NULLS FIRST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_open" ON "logs" ("goal_id") WHERE "status" in (1, 3) and "duration" > 0 and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_open_in_session" ON "logs" ("session_id","user_id") WHERE "status" in (1, 3) and "duration" > 0 and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_due" ON "logs" ("due_at") WHERE "status" = 1 and "due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "logs_request" ON "logs" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "messages_session" ON "messages" ("session_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "messages_request" ON "messages" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "moderation_session" ON "moderation_actions" ("session_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "participants_once" ON "participants" ("session_id","user_id");--> statement-breakpoint
CREATE INDEX "participants_order" ON "participants" ("session_id","joined_at","id") WHERE "left_at" is null;--> statement-breakpoint
CREATE INDEX "participants_user" ON "participants" ("user_id","starts_at" DESC NULLS FIRST,"session_id" DESC NULLS FIRST) WHERE "left_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "persons_username_key" ON "persons" ("username");--> statement-breakpoint
CREATE INDEX "persons_user" ON "persons" ("user_id");--> statement-breakpoint
CREATE INDEX "posts_session" ON "posts" ("session_id","id" DESC NULLS FIRST) WHERE "parent_id" is null;--> statement-breakpoint
CREATE INDEX "posts_replies" ON "posts" ("parent_id","id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_request" ON "posts" ("user_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_slug_key" ON "sessions" ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_request" ON "sessions" ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" ("status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched") WHERE "status" < 2 and not "is_preset";--> statement-breakpoint
CREATE INDEX "sessions_term" ON "sessions" ("term_id","status" DESC NULLS FIRST,"started_at","id","ended_at","paused_since","difficulty","searched") WHERE "status" < 2 and not "is_preset";--> statement-breakpoint
CREATE INDEX "sessions_group" ON "sessions" ("group_id","status" DESC NULLS FIRST,"started_at","id") WHERE "status" < 2 and not "is_preset";--> statement-breakpoint
CREATE INDEX "sessions_activity" ON "sessions" ("activity_id","status","started_at");--> statement-breakpoint
CREATE INDEX "sessions_to_start" ON "sessions" ("started_at") WHERE "status" = 0 and "started_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_to_end" ON "sessions" ("ended_at") WHERE "status" = 1 and "ended_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "sessions" ("ended_at") WHERE "status" = 2;--> statement-breakpoint
CREATE INDEX "sessions_searched" ON "sessions" USING gin ("searched" gin_trgm_ops) WITH (fastupdate=false) WHERE "status" < 2;--> statement-breakpoint
CREATE UNIQUE INDEX "terms_slug_key" ON "terms" ("slug");--> statement-breakpoint
CREATE INDEX "title_words_part" ON "title_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" ("email");--> statement-breakpoint
-- Search corrects typing errors with the words of all titles (server/lib/title-search.ts). Triggers collect them.
CREATE FUNCTION words_of(title text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT word FROM regexp_split_to_table(lower(title), '[ -@\[-`{-~\s]+') word
  WHERE length(word) BETWEEN 3 AND 40 ORDER BY word
$$;--> statement-breakpoint
CREATE FUNCTION keep_title_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order, so that two transactions with the same new words cannot deadlock.
  INSERT INTO title_words (word)
  SELECT word FROM words_of(new.title) word ORDER BY word ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER activities_title_words AFTER INSERT OR UPDATE OF title ON activities
  FOR EACH ROW EXECUTE FUNCTION keep_title_words();--> statement-breakpoint
CREATE TRIGGER sessions_title_words AFTER INSERT OR UPDATE OF title ON sessions
  FOR EACH ROW EXECUTE FUNCTION keep_title_words();--> statement-breakpoint
CREATE TRIGGER groups_title_words AFTER INSERT OR UPDATE OF title ON groups
  FOR EACH ROW EXECUTE FUNCTION keep_title_words();
