ALTER TABLE "activities" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "items" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_lists" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_lists" ADD CONSTRAINT "activity_lists_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_import" ON "activities" USING btree ("import_id") WHERE "activities"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "activity_lists_import" ON "activity_lists" USING btree ("import_id") WHERE "activity_lists"."import_id" is not null;--> statement-breakpoint
CREATE INDEX "items_import" ON "items" USING btree ("import_id") WHERE "items"."import_id" is not null;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_items" CHECK ("imports"."items" >= 0);