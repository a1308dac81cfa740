// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The command {@code doctor}, which checks an installation: Java, the environment, native
 * libraries, models, an index and a port. Each check is a list of {@link
 * org.isogloss.cli.doctor.Finding}s.
 */
package org.isogloss.cli.doctor;
