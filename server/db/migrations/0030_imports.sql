CREATE TABLE "imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"uuid" uuid NOT NULL,
	"file_name" text NOT NULL,
	"logs" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "imports_file_name" CHECK ("imports"."file_name" <> ''),
	CONSTRAINT "imports_logs" CHECK ("imports"."logs" >= 0)
);
--> statement-breakpoint
ALTER TABLE "logs" DROP CONSTRAINT "logs_subject";--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "imports_uuid" ON "imports" USING btree ("user_id","uuid");--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logs_import" ON "logs" USING btree ("import_id") WHERE "logs"."import_id" is not null;--> statement-breakpoint
ALTER TABLE "logs" ADD CONSTRAINT "logs_subject" CHECK ("logs"."goal_id" is not null or "logs"."session_id" is not null or "logs"."import_id" is not null);