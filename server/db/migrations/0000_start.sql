CREATE EXTENSION IF NOT EXISTS citext;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"plan" jsonb NOT NULL,
	"duration" integer NOT NULL,
	"participant_limit" integer,
	"difficulty" smallint,
	"term_id" bigint,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_manually_started" boolean DEFAULT false NOT NULL,
	"needs_code" boolean DEFAULT false NOT NULL,
	"join_code" text,
	"donation_link" text DEFAULT '' NOT NULL,
	"followers_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"monthly" integer DEFAULT 0 NOT NULL,
	"free" integer DEFAULT 0 NOT NULL,
	"purchased" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "balances_not_negative" CHECK ("balances"."monthly" >= 0 and "balances"."free" >= 0 and "balances"."purchased" >= 0)
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
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "goals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uuid" uuid NOT NULL,
	"user_id" bigint NOT NULL,
	"session_id" bigint,
	"task_uuid" text,
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
	"duration_done" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"bucket" text NOT NULL,
	"amount" integer NOT NULL,
	"action" text NOT NULL,
	"subject_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"client_uuid" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "logs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"content" text NOT NULL,
	"client_uuid" text,
	"request_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "participant_totals" (
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"task_uuid" text NOT NULL,
	"action" text NOT NULL,
	"amount" double precision DEFAULT 0 NOT NULL,
	"distance" double precision DEFAULT 0 NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"list_progress" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "participant_totals_session_id_user_id_task_uuid_action_pk" PRIMARY KEY("session_id","user_id","task_uuid","action")
);
--> statement-breakpoint
CREATE TABLE "participants" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "participants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"role" smallint DEFAULT 0 NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"client_uuid" text,
	"charged" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"left_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "persons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"username" "citext" NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_events" (
	"session_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"news" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_events_session_id_seq_pk" PRIMARY KEY("session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"activity_id" bigint,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"plan" jsonb NOT NULL,
	"duration" integer NOT NULL,
	"participant_limit" integer,
	"difficulty" smallint,
	"term_id" bigint,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_manually_started" boolean DEFAULT false NOT NULL,
	"needs_code" boolean DEFAULT false NOT NULL,
	"join_code" text,
	"donation_link" text DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"participants_count" integer DEFAULT 0 NOT NULL,
	"summary" jsonb DEFAULT '{"logs":0,"tasks":{}}'::jsonb NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_count_not_negative" CHECK ("sessions"."participants_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "terms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"sort" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"username" "citext" NOT NULL,
	"email" "citext" NOT NULL,
	"name" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"role_id" smallint DEFAULT 1 NOT NULL,
	"is_new" boolean DEFAULT true NOT NULL,
	"new_messages" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followers" ADD CONSTRAINT "followers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participant_totals" ADD CONSTRAINT "participant_totals_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participant_totals" ADD CONSTRAINT "participant_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "persons" ADD CONSTRAINT "persons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_term_id_terms_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activities_slug_key" ON "activities" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "activities_list" ON "activities" USING btree ("is_preset","id" DESC NULLS LAST) WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_term" ON "activities" USING btree ("term_id","id" DESC NULLS LAST) WHERE "activities"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "activities_title" ON "activities" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "followers_user" ON "followers" USING btree ("user_id","activity_id");--> statement-breakpoint
CREATE INDEX "goals_user" ON "goals" USING btree ("user_id","id" DESC NULLS LAST) WHERE "goals"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "goals_session" ON "goals" USING btree ("session_id") WHERE "goals"."session_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "goals_request" ON "goals" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_charged_once" ON "ledger" USING btree ("action","subject_id") WHERE "ledger"."amount" < 0;--> statement-breakpoint
CREATE INDEX "logins_user" ON "logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "logins_expiry" ON "logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "logs_user" ON "logs" USING btree ("user_id","id" DESC NULLS LAST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_goal" ON "logs" USING btree ("goal_id","id" DESC NULLS LAST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_session" ON "logs" USING btree ("session_id","id" DESC NULLS LAST) WHERE "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_open" ON "logs" USING btree ("goal_id") WHERE "logs"."status" in (1, 3) and "logs"."duration" > 0 and "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_open_in_session" ON "logs" USING btree ("session_id","user_id") WHERE "logs"."status" in (1, 3) and "logs"."duration" > 0 and "logs"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "logs_due" ON "logs" USING btree ("due_at") WHERE "logs"."status" = 1 and "logs"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "logs_request" ON "logs" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE INDEX "messages_session" ON "messages" USING btree ("session_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "messages_request" ON "messages" USING btree ("user_id","request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "participants_once" ON "participants" USING btree ("session_id","user_id");--> statement-breakpoint
CREATE INDEX "participants_order" ON "participants" USING btree ("session_id","joined_at","id") WHERE "participants"."left_at" is null;--> statement-breakpoint
CREATE INDEX "participants_user" ON "participants" USING btree ("user_id","session_id") WHERE "participants"."left_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "persons_username_key" ON "persons" USING btree ("username");--> statement-breakpoint
CREATE INDEX "persons_user" ON "persons" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_slug_key" ON "sessions" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "sessions_live" ON "sessions" USING btree ("status" DESC NULLS LAST,"started_at","id") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_term" ON "sessions" USING btree ("term_id","status" DESC NULLS LAST,"started_at","id") WHERE "sessions"."status" < 2 and not "sessions"."is_preset" and "sessions"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_activity" ON "sessions" USING btree ("activity_id","status","started_at");--> statement-breakpoint
CREATE INDEX "sessions_to_start" ON "sessions" USING btree ("started_at") WHERE "sessions"."status" = 0 and "sessions"."started_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_to_end" ON "sessions" USING btree ("ended_at") WHERE "sessions"."status" = 1 and "sessions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_title" ON "sessions" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "terms_slug_key" ON "terms" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");