// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.map;

import java.nio.file.Path;
import org.isogloss.core.Language;

/**
 * A text to draw.
 *
 * @param file the file that contains it
 * @param id the id of a document, or the number of a line, from 1
 * @param language undetermined if it is not known
 */
record MapText(Path file, String id, Language language, String text) {}
