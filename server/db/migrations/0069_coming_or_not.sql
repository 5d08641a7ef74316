CREATE TABLE "attendances" (
	"session_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"seconds" integer NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attendances_session_id_user_id_pk" PRIMARY KEY("session_id","user_id"),
	CONSTRAINT "attendances_seconds" CHECK ("attendances"."seconds" >= 0)
);
--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendances_user" ON "attendances" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_answer" CHECK ("participants"."answer" in ('coming', 'declined'));