// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Software documentation in several languages, one TSV file per language.
 *
 * <p>{@link ParallelDocumentation} opens the folder and provides sentence pairs, pages as
 * documents, and sections, in which the heading is a query and the text below it the answer.
 * Untranslated paragraphs are left out. {@link DocumentationPageJoin} aligns the pages of several
 * languages while it reads their files in parallel. Begin with {@link ParallelDocumentation}.
 */
package org.isogloss.data.documentation;
