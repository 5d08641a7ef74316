CREATE TABLE "goal_days" (
	"goal_id" bigint NOT NULL,
	"day" date NOT NULL,
	"logs" integer NOT NULL,
	"amount" double precision NOT NULL,
	"distance" double precision NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "goal_days_goal_id_day_pk" PRIMARY KEY("goal_id","day")
);
--> statement-breakpoint
CREATE TABLE "user_days" (
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"action" text NOT NULL,
	"logs" integer NOT NULL,
	"amount" double precision NOT NULL,
	"distance" double precision NOT NULL,
	"duration" bigint NOT NULL,
	CONSTRAINT "user_days_user_id_day_action_pk" PRIMARY KEY("user_id","day","action")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "day_start" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Nothing tells where people were when they logged, so what is there counts for its day in UTC.
ALTER TABLE "logs" ADD COLUMN "day" date;--> statement-breakpoint
UPDATE "logs" SET "day" = ("created_at" at time zone 'UTC')::date;--> statement-breakpoint
ALTER TABLE "logs" ALTER COLUMN "day" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "goal_days" ADD CONSTRAINT "goal_days_goal_id_goals_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."goals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_days" ADD CONSTRAINT "user_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_time_zone" CHECK ("users"."time_zone" <> '');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_day_start" CHECK ("users"."day_start" between 0 and 12);--> statement-breakpoint
INSERT INTO "user_days" (user_id, day, action, logs, amount, distance, duration)
SELECT user_id, day, action, count(*), sum(coalesce(amount, 0)), sum(coalesce(distance, 0)), sum(floor(elapsed_duration))
FROM "logs" WHERE deleted_at is null AND started_at is not null GROUP BY user_id, day, action;--> statement-breakpoint
INSERT INTO "goal_days" (goal_id, day, logs, amount, distance, duration)
SELECT goal_id, day, count(*), sum(coalesce(amount, 0)), sum(coalesce(distance, 0)), sum(floor(elapsed_duration))
FROM "logs" WHERE deleted_at is null AND started_at is not null AND goal_id is not null GROUP BY goal_id, day;
