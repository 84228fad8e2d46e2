"""The same for programs: everything that a page shows as JSON, and every act as a POST."""
