// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.option;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Values of the options of a command that are not given on the command line, from YAML files and
 * from the environment. A key is the name of an option without the hyphens at its beginning, such
 * as {@code token-file}; a variable is that name in capitals with underscores after {@value
 * #PREFIX}. The command line takes precedence over the environment, and the environment over the
 * file; an option that may be repeated takes all its values from one of them.
 */
public final class OptionSettings {
  private static final String PREFIX = "ISOGLOSS_";

  /** Kubernetes sets PREFIX_PORT to such an address for a service that is called isogloss. */
  private static final String SERVICE_ADDRESS = "tcp://";

  /** Variables of the launcher and of other parts of Isogloss. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          PREFIX + "HOME",
          PREFIX + "LAUNCHER",
          PREFIX + "OPTS",
          PREFIX + "SOLR_CREDENTIALS",
          PREFIX + "TERMINAL",
          PREFIX + "TERMINAL_IN",
          PREFIX + "TERMINAL_OUT");

  /** The section of a file that applies to every command, and the options that it may have. */
  private static final String ALL = "all";

  private static final Set<String> SHARED = Set.of("device", "index", "quiet", "threads");

  private static final Set<String> NOT_SETTINGS = Set.of("help", "version", "config", "check");
  private static final int MAX_BYTES = 1 << 20;

  private final Map<String, ArgSpec> options = new LinkedHashMap<>();
  private final SequencedMap<String, Setting> settings = new LinkedHashMap<>();
  private Set<ArgSpec> onCommandLine = Set.of();

  /**
   * The values of an option.
   *
   * @param source where they are from, for messages
   */
  private record Setting(String source, List<String> values) {}

  /** Begins with no settings for the options of a command. */
  public OptionSettings(CommandSpec command) {
    for (OptionSpec option : command.options()) {
      if (!NOT_SETTINGS.contains(key(option))) {
        options.put(key(option), option);
      }
    }
    command.positionalParameters().forEach(values -> options.putIfAbsent(key(values), values));
  }

  /** Reads the lines of a YAML file. */
  @FunctionalInterface
  private interface MappingReader {
    /**
     * Reads a mapping.
     *
     * @param yaml is before its first key
     */
    void read(YAMLParser yaml) throws IOException;
  }

  /**
   * Adds the settings of a YAML file, in place of earlier ones: a mapping of the names of options
   * to a value or a list of values.
   *
   * @throws IsoglossException if the file cannot be read, is not such a mapping, or has a key that
   *     is no option
   */
  public void addFile(Path file) {
    read(file, "port: 8080", yaml -> settings.putAll(mapping(file, yaml, options.keySet())));
  }

  /**
   * Adds the settings of one command from a YAML file that has those of several, each below the
   * name of its command; below {@code all} are options of every command that has them.
   *
   * @param command the name of this command, such as {@code index info}
   * @param commands the names of all commands
   * @throws IsoglossException if the file cannot be read, is not such a mapping, or has a key that
   *     is neither a command nor an option
   */
  public void addSection(Path file, String command, Collection<String> commands) {
    Map<String, Setting> own = new LinkedHashMap<>();
    read(
        file,
        "index: with options of the command index below it",
        yaml -> {
          while (yaml.nextToken() == JsonToken.FIELD_NAME) {
            String key = yaml.currentName();
            requireCommand(file, yaml, key, commands);
            if (yaml.nextToken() != JsonToken.START_OBJECT) {
              throw malformed(
                  file, yaml, key + " is a value, expected lines such as threads: 4 below it");
            }
            if (key.equals(ALL)) {
              mapping(file, yaml, SHARED).forEach(this::putIfOption);
            } else if (key.equals(command)) {
              own.putAll(mapping(file, yaml, options.keySet()));
            } else {
              yaml.skipChildren();
            }
          }
        });
    settings.putAll(own);
  }

  private void putIfOption(String key, Setting setting) {
    if (options.containsKey(key)) {
      settings.put(key, setting);
    }
  }

  private static void requireCommand(
      Path file, YAMLParser yaml, String key, Collection<String> commands) {
    if (!key.equals(ALL) && !commands.contains(key.replaceFirst(" .*", ""))) {
      throw malformed(
          file,
          yaml,
          "unknown command "
              + Excerpt.quote(key)
              + NameSuggestions.nearest(key, commands)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse(", expected " + ALL + " or the name of a command"));
    }
  }

  private static void read(Path file, String example, MappingReader reader) {
    try (YAMLParser yaml = new YAMLFactory().createParser(text(file))) {
      JsonToken first = yaml.nextToken();
      if (first == null) {
        return;
      }
      if (first != JsonToken.START_OBJECT) {
        throw malformed(file, yaml, "expected lines such as " + example);
      }
      reader.read(yaml);
      if (yaml.nextToken() != null) {
        throw malformed(file, yaml, "a second document begins, expected one");
      }
    } catch (JacksonException e) {
      throw new IsoglossException(
          file
              + ", line "
              + Optional.ofNullable(e.getLocation()).map(at -> at.getLineNr()).orElse(1)
              + ": is not YAML: "
              + e.getOriginalMessage().lines().findFirst().orElse(""),
          e);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** Reads the rest of a mapping of options to their values. */
  private static Map<String, Setting> mapping(Path file, YAMLParser yaml, Set<String> known)
      throws IOException {
    Map<String, Setting> mapping = new LinkedHashMap<>();
    while (yaml.nextToken() == JsonToken.FIELD_NAME) {
      String key = yaml.currentName();
      String source = file + ", line " + yaml.currentTokenLocation().getLineNr();
      requireOption(source, key, known);
      yaml.nextToken();
      if (mapping.put(key, new Setting(source, values(file, yaml, key))) != null) {
        throw new IsoglossException(
            source + ": " + key + " is given twice; write several values as a list");
      }
    }
    return mapping;
  }

  private static String text(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw new IsoglossException(
          file + ": has " + Files.size(file) + " bytes, expected at most " + MAX_BYTES);
    }
    try {
      return Files.readString(file).replaceFirst("^\uFEFF", "");
    } catch (CharacterCodingException e) {
      throw new IsoglossException(
          file + ": is not in UTF-8: convert it, for instance with iconv -t UTF-8", e);
    }
  }

  /** Reads a scalar or a list of scalars, of which the parser is at the first token. */
  private static List<String> values(Path file, YAMLParser yaml, String key) throws IOException {
    if (yaml.currentToken() != JsonToken.START_ARRAY) {
      return List.of(scalar(file, yaml, key));
    }
    List<String> values = new ArrayList<>();
    while (yaml.nextToken() != JsonToken.END_ARRAY) {
      values.add(scalar(file, yaml, key));
    }
    return values;
  }

  private static String scalar(Path file, YAMLParser yaml, String key) throws IOException {
    if (!yaml.currentToken().isScalarValue() || yaml.currentToken() == JsonToken.VALUE_NULL) {
      throw malformed(file, yaml, key + " has no value, expected a value or a list of values");
    }
    if (yaml.isCurrentAlias()) {
      throw malformed(file, yaml, key + " has an alias, expected the value itself");
    }
    return yaml.getText();
  }

  private static IsoglossException malformed(Path file, YAMLParser yaml, String problem) {
    return new IsoglossException(
        file + ", line " + yaml.currentTokenLocation().getLineNr() + ": " + problem);
  }

  /**
   * Adds the settings of the environment, in place of those of a file. The values of an option that
   * may be repeated are separated by commas.
   *
   * @throws IsoglossException if the name of a variable is nearly that of an option
   */
  public void addEnvironment(Map<String, String> environment) {
    Map<String, String> keys = new LinkedHashMap<>();
    options.keySet().forEach(key -> keys.put(variable(key), key));
    for (String name : new TreeSet<>(environment.keySet())) {
      String value = environment.getOrDefault(name, "");
      if (!name.startsWith(PREFIX) || value.startsWith(SERVICE_ADDRESS)) {
        continue;
      }
      String key = keys.get(name);
      if (key != null) {
        settings.put(key, new Setting(name, split(key, value)));
      } else if (!OTHER_VARIABLES.contains(name)) {
        rejectMisspelt(name);
      }
    }
  }

  /** Variables that resemble no option may belong to other programs. */
  private void rejectMisspelt(String name) {
    String key = name.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
    Optional<String> near = NameSuggestions.nearest(key, options.keySet());
    if (near.isPresent()) {
      throw new IsoglossException(
          "the environment: unknown variable "
              + name
              + "; did you mean "
              + variable(near.get())
              + "?");
    }
  }

  private static String variable(String key) {
    return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private List<String> split(String key, String value) {
    return isRepeatable(key) ? Arrays.asList(value.split(",")) : List.of(value);
  }

  private boolean isRepeatable(String key) {
    return option(key).isMultiValue();
  }

  private ArgSpec option(String key) {
    return Optional.ofNullable(options.get(key)).orElseThrow();
  }

  private static void requireOption(String source, String key, Set<String> known) {
    if (!known.contains(key)) {
      throw new IsoglossException(
          source
              + ": unknown setting "
              + Excerpt.quote(key)
              + NameSuggestions.nearest(key, known)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse(", expected one of " + String.join(", ", new TreeSet<>(known))));
    }
  }

  /**
   * Parses a command line again, with the settings of the options that it does not have.
   *
   * @throws IsoglossException if a value is not one of its option
   * @throws MissingParameterException if a required option has no value
   */
  public void apply(CommandLine command) {
    CommandSpec root = command.getCommandSpec().root();
    List<String> arguments = new ArrayList<>(root.commandLine().getParseResult().originalArgs());
    onCommandLine = Set.copyOf(command.getParseResult().matchedArgs());
    settings.forEach(
        (key, setting) -> {
          if (!onCommandLine.contains(option(key))) {
            arguments.addAll(arguments(key, setting));
          }
        });
    try {
      root.commandLine().parseArgs(arguments.toArray(String[]::new));
    } catch (MissingParameterException e) {
      throw e; // It is not about a setting.
    } catch (ParameterException e) {
      throw new IsoglossException(source(e.getArgSpec()) + ": " + e.getMessage(), e);
    }
  }

  private List<String> arguments(String key, Setting setting) {
    ArgSpec argument = option(key);
    if (setting.values().size() != 1 && !isRepeatable(key)) {
      throw new IsoglossException(
          setting.source()
              + ": "
              + key
              + " has "
              + setting.values().size()
              + " values, expected 1");
    }
    if (!(argument instanceof OptionSpec option)) {
      return setting.values();
    }
    String name = option.longestName();
    if (option.arity().max() > 0) {
      return setting.values().stream().map(value -> name + "=" + value).toList();
    }
    return switch (setting.values().getFirst()) {
      case "true" -> List.of(name);
      case "false" -> List.of();
      default ->
          throw new IsoglossException(
              setting.source()
                  + ": "
                  + key
                  + " is "
                  + setting.values().getFirst()
                  + ", expected true or false");
    };
  }

  /**
   * Returns the values of all options that are not the default, after {@link #apply}: lines such as
   * {@code port: 9090 (server.yaml, line 2)}.
   */
  public List<String> effective(CommandLine command) {
    return command.getParseResult().matchedOptions().stream()
        .distinct()
        .filter(option -> options.containsValue(option))
        .map(option -> key(option) + ": " + values(option) + " (" + source(option) + ")")
        .toList();
  }

  /** Returns the settings that {@link #apply} took, as lines such as {@code port: 9090}. */
  List<String> applied() {
    return settings.entrySet().stream()
        .filter(entry -> !onCommandLine.contains(option(entry.getKey())))
        .map(entry -> entry.getKey() + ": " + String.join(", ", entry.getValue().values()))
        .toList();
  }

  /** The name of an option without hyphens, or the label of arguments without an option. */
  private static String key(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.longestName().replaceFirst("^-+", "")
        : argument.paramLabel().toLowerCase(Locale.ROOT);
  }

  private static String values(ArgSpec option) {
    return String.join(", ", option.originalStringValues());
  }

  private String source(ArgSpec option) {
    return onCommandLine.contains(option)
        ? "the command line"
        : settings.entrySet().stream()
            .filter(entry -> option(entry.getKey()).equals(option))
            .map(entry -> entry.getValue().source())
            .findFirst()
            .orElse("the command line");
  }
}
