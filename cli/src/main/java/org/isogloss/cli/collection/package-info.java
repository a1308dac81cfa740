// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Commands on test collections: {@link CollectionCommand} with the subcommands {@link
 * CollectionBuildCommand}, which builds one from documents that are linked across languages, and
 * {@link CollectionQuestionsCommand}, which makes one from question answering data. {@link
 * CollectionSourceOptions} select the documents. Begin with {@link CollectionBuildCommand}.
 */
package org.isogloss.cli.collection;
